import { inspect } from 'node:util';
import { hideSecrets } from './hide-secrets.js';

describe('hideSecrets', () => {
  const provider = () =>
    hideSecrets({
      id: 'idp',
      clientSecret: 'canary',
      issuer: undefined,
      options: { clientSecret: 'canary', apiKey: 'canary', scope: 'openid' },
    });

  it('shows everything but secrets, at every depth', () => {
    const shown = {
      id: 'idp',
      clientSecret: '[redacted]',
      options: { clientSecret: '[redacted]', apiKey: '[redacted]', scope: 'openid' },
    };

    expect(JSON.parse(JSON.stringify({ list: [provider()] }))).toEqual({ list: [shown] });
    const text = inspect(new Map([['idp', provider()]]), { depth: null, showHidden: true });
    expect(text).not.toContain('canary');
    expect(text).toContain("scope: 'openid'");
  });

  it.each(['apiKey', 'clientSecret', 'encryptionSecret', 'secret', 'secrets', 'server'])(
    'hides the member %s, also if it is an object',
    (name) => {
      for (const value of ['canary', ['canary'], { auth: { pass: 'canary' } }]) {
        expect(JSON.stringify(hideSecrets({ [name]: value }))).toBe(`{"${name}":"[redacted]"}`);
      }
    },
  );

  it('returns the real values to code that reads the members', () => {
    expect(provider().clientSecret).toBe('canary');
    expect({ ...provider() }).toMatchObject({ options: { apiKey: 'canary' } });
    expect(Object.keys(provider())).toEqual(['id', 'clientSecret', 'issuer', 'options']);
  });
});
