import { resolveWebAuthnProvider } from './resolve-webauthn-provider.js';
import { Passkey, WebAuthn } from './webauthn-provider.js';

describe('a passkey provider', () => {
  it.each([
    [Passkey, 'passkey'],
    [WebAuthn, 'webauthn'],
  ])('needs no options: %p (U12)', (factory, id) => {
    expect(resolveWebAuthnProvider(factory())).toMatchObject({ id, type: 'webauthn' });
  });

  // Otherwise `authenticationOptions: undefined` would accept a user whom nothing has verified.
  it.each([Passkey, WebAuthn])(
    'keeps each default where the option is undefined: %p',
    (factory) => {
      const usual = factory();
      const unset = Object.fromEntries(Object.keys(usual).map((option) => [option, undefined]));

      expect(factory(unset)).toEqual(usual);
      expect(resolveWebAuthnProvider(factory(unset))).toEqual(resolveWebAuthnProvider(usual));
    },
  );
});
