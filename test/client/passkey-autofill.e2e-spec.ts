import { createAuthClient } from '../../libs/client/src/index.js';
import { signInWithPasskey } from '../../libs/client/src/passkey.js';
import { fakeBrowser, serverWith } from './fake-browser.js';

describe('the autofill of passkeys', () => {
  fakeBrowser();

  it('ends when the signal of the page times out', async () => {
    const expired = AbortSignal.abort(new DOMException('over', 'TimeoutError'));
    let requests = 0;
    const set = (name: string, value: unknown) =>
      Object.defineProperty(globalThis, name, { value, configurable: true });
    set('PublicKeyCredential', {
      isConditionalMediationAvailable: async () => true,
      parseRequestOptionsFromJSON: (json: unknown) => json,
    });
    const get = ({ signal }: { signal: AbortSignal }) => Promise.reject(signal.reason as Error);
    set('navigator', { credentials: { get } });
    const options = () => {
      if (++requests > 5) throw new Error('too many requests');
      return { options: { challenge: 'x' } };
    };
    const fetch = serverWith({ 'GET webauthn-options/passkey': options });
    const client = createAuthClient({ channel: false, fetch });

    const result = await signInWithPasskey({ client, autofill: true, signal: expired });

    expect(result).toMatchObject({ error: 'TimeoutError' });
    expect(requests).toBe(1);
  });
});
