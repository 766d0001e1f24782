import { CredentialsSignin } from '../errors/sign-in.errors.js';
import { Credentials } from './credentials-provider.js';
import { OAuth, OIDC } from './oauth-provider.js';
import { resolveProvider } from './resolve-provider.js';
import type { ResolvedCredentialsProvider } from './resolved-provider.js';

const REQUEST = new Request('https://app.example/auth/callback/credentials');

function credentialsOf(config: Parameters<typeof resolveProvider>[0]): ResolvedCredentialsProvider {
  const resolved = resolveProvider(config);
  if (resolved.type !== 'credentials') throw new Error('expected credentials');
  return resolved;
}

describe('resolveProvider', () => {
  it('resolves each kind of provider by its type', () => {
    const authorize = () => null;

    expect(resolveProvider(OAuth({ id: 'gh', name: 'GH' })).type).toBe('oauth');
    expect(resolveProvider(OIDC({ id: 'idp', name: 'IdP' })).type).toBe('oidc');
    expect(resolveProvider(Credentials({ authorize })).type).toBe('credentials');
  });

  it('freezes its result, but not its input', () => {
    const config = Credentials({ authorize: () => null });

    expect(Object.isFrozen(resolveProvider(config))).toBe(true);
    expect(Object.isFrozen(config)).toBe(false);
  });
});

describe('credentials', () => {
  it('have an id, a name and no inputs by default', () => {
    expect(credentialsOf(Credentials({ authorize: () => null }))).toMatchObject({
      id: 'credentials',
      name: 'Credentials',
      credentials: {},
    });
  });

  it('are overridden by options, except undefined ones', () => {
    const authorize = () => ({ id: '1' });
    const config = {
      ...Credentials({ id: 'ldap', name: 'LDAP', credentials: { username: {} }, authorize }),
      options: { name: 'Directory', id: undefined, credentials: undefined, authorize: undefined },
    };

    const resolved = credentialsOf(config);

    expect(resolved).toMatchObject({
      id: 'ldap',
      name: 'Directory',
      credentials: { username: {} },
    });
    expect(resolved.authorize({}, REQUEST)).toEqual({ id: '1' });
  });

  it('keep `this` in authorize', async () => {
    const config = {
      ...Credentials({ authorize: () => null }),
      authorize(this: { name?: string }) {
        return { name: this.name };
      },
    };

    expect(await credentialsOf(config).authorize({}, REQUEST)).toEqual({ name: 'Credentials' });
  });

  it('refuse every sign-in if there is no authorize', () => {
    const { authorize } = credentialsOf(Credentials({ authorize: undefined }));

    expect(() => authorize({}, REQUEST)).toThrow(CredentialsSignin);
  });
});
