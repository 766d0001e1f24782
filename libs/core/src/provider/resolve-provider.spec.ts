import { CredentialsSignin } from '../errors/sign-in.errors.js';
import { type CredentialInput, Credentials } from './credentials-provider.js';
import { OAuth, OIDC } from './oauth-provider.js';
import type { ProviderConfig } from './provider.js';
import { resolveProvider } from './resolve-provider.js';
import type { ResolvedCredentialsProvider } from './resolved-provider.js';

const nobody = () => null;
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

  it.each(['oidc', 'oauth', 'email', 'credentials', 'webauthn'])(
    'names a provider of the type %s after its id if it has no name',
    (type) => {
      const nameless: unknown = { id: 'forge', type };

      expect(resolveProvider(nameless as ProviderConfig).name).toBe('forge');
    },
  );

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

  it('keep their defaults where an option is undefined, and have no input that is', () => {
    const none = { id: undefined, name: undefined };
    const inputs: unknown = { username: {}, code: undefined };
    const credentials = inputs as Record<string, CredentialInput>;

    expect(credentialsOf(Credentials({ ...none, credentials, authorize: nobody }))).toMatchObject({
      id: 'credentials',
      name: 'Credentials',
      credentials: { username: {} },
    });
    expect(
      Object.keys(credentialsOf(Credentials({ credentials, authorize: nobody })).credentials),
    ).toEqual(['username']);
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
