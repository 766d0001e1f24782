import { type IdentityProvider, signInAtProvider, startIdentityProvider } from './index.js';

const REDIRECT_URI = 'http://localhost:9/callback';

describe('plain OAuth 2.0 at the demo provider', () => {
  let provider: IdentityProvider;

  beforeAll(async () => {
    provider = await startIdentityProvider({
      clients: [{ client_id: 'plain', client_secret: 's', redirect_uris: [REDIRECT_URI] }],
      requirePkce: false,
    });
  });
  afterAll(() => provider.close());

  it('returns the user of an access token, and issues no ID token', async () => {
    const authorizationUrl = new URL('/auth', provider.issuer);
    authorizationUrl.search = `${new URLSearchParams({
      client_id: 'plain',
      redirect_uri: REDIRECT_URI,
      response_type: 'code',
      scope: 'profile email',
    })}`;
    const callback = await signInAtProvider({
      authorizationUrl: authorizationUrl.href,
      sub: 'grace-hopper',
    });
    const response = await fetch(new URL('/token', provider.issuer), {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('plain:s')}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: callback.searchParams.get('code') ?? '',
        redirect_uri: REDIRECT_URI,
      }),
    });
    const tokens = (await response.json()) as { access_token: string; id_token?: string };
    const user = await fetch(new URL('/api/user', provider.issuer), {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });

    expect(tokens.id_token).toBeUndefined();
    expect(await user.json()).toEqual({ id: 2, name: 'Grace Hopper', email: 'grace@example.com' });
  });

  it.each([undefined, 'Bearer nothing', 'Basic x', 'Bearer '])(
    'responds with 401 if the Authorization header is %j',
    async (authorization) => {
      const headers = authorization === undefined ? undefined : { authorization };
      const response = await fetch(new URL('/api/user', provider.issuer), { headers });

      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toContain('invalid_token');
    },
  );
});
