import { resolveWebAuthnProvider } from './resolve-webauthn-provider.js';
import { Passkey, WebAuthn } from './webauthn-provider.js';

describe('a passkey provider', () => {
  it.each([
    [Passkey, 'passkey'],
    [WebAuthn, 'webauthn'],
  ])('needs no options: %p (U12)', (factory, id) => {
    expect(resolveWebAuthnProvider(factory())).toMatchObject({ id, type: 'webauthn' });
  });
});
