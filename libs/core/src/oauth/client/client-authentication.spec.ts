import { generateKeyPair } from 'jose';
import * as library from 'openid-client';
import type { OAuthConfig, OAuthUserConfig } from '../../provider/oauth-provider.js';
import { normalizeOAuthProvider } from '../../provider/normalize-oauth-provider.js';
import { clientAuthentication } from './client-authentication.js';

const SECRET = 's:ec ret';
const ISSUER = 'https://gh.example';

/** Returns what a client adds to a token request. */
async function sent(own: OAuthUserConfig, secret?: string) {
  const config: OAuthConfig = { id: 'gh', name: 'GH', type: 'oauth', clientId: 'i d', ...own };
  const provider = normalizeOAuthProvider(config);
  const form = new URLSearchParams();
  const headers = new Headers();
  const metadata = { client_id: provider.clientId };
  await clientAuthentication(library, provider, secret)(
    { issuer: ISSUER },
    metadata,
    form,
    headers,
  );
  return { authorization: headers.get('authorization'), form: Object.fromEntries(form) };
}

function basicOf(authorization: string | null): string {
  const [scheme, credentials = ''] = authorization?.split(' ') ?? [];
  expect(scheme).toBe('Basic');
  return Buffer.from(credentials, 'base64').toString();
}

function partsOf(assertion: string | undefined): [header: object, claims: Record<string, unknown>] {
  const [header = '', claims = ''] = (assertion ?? '').split('.');
  const read = (part: string) =>
    JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  return [read(header), read(claims)];
}

describe('clientAuthentication', () => {
  it('form-encodes id and secret in HTTP Basic (B27)', async () => {
    const expected = { authorization: 'Basic aStkOnMlM0FlYytyZXQ=', form: {} };

    expect(await sent({}, SECRET)).toEqual(expected);
    const client = { token_endpoint_auth_method: 'client_secret_basic' } as const;
    expect(await sent({ client }, SECRET)).toEqual(expected);
  });

  it('does not escape characters that need no escaping (U18)', async () => {
    const { authorization } = await sent({ clientId: 'my-app_1.prod~x' }, "s-e_c.r~e!t*'()");

    expect(basicOf(authorization)).toBe("my-app_1.prod~x:s-e_c.r~e!t*'()");
  });

  it('sends id and secret unescaped if the provider does not decode them (U18)', async () => {
    const token = { url: 'https://gh.example/token', basicCredentials: 'raw' } as const;

    const { authorization } = await sent({ token }, 'sé c+r/e=t:x%41');

    expect(basicOf(authorization)).toBe('i d:sé c+r/e=t:x%41');
  });

  it('sends id and secret only in the form with client_secret_post (B28)', async () => {
    const client = { token_endpoint_auth_method: 'client_secret_post' } as const;

    expect(await sent({ client }, SECRET)).toEqual({
      authorization: null,
      form: { client_id: 'i d', client_secret: SECRET },
    });
  });

  it.each([
    [{}, undefined],
    [{ client: { token_endpoint_auth_method: 'none' } }, SECRET],
  ] as const)('sends only the id of a public client: case %# (B28)', async (own, secret) => {
    expect(await sent(own, secret)).toEqual({ authorization: null, form: { client_id: 'i d' } });
  });

  it('signs an assertion with the secret but never sends the secret', async () => {
    const client = { token_endpoint_auth_method: 'client_secret_jwt' } as const;

    const { authorization, form } = await sent({ client }, SECRET);

    const [header, claims] = partsOf(form['client_assertion']);
    expect(header).toEqual({ alg: 'HS256' });
    expect(claims).toMatchObject({ iss: 'i d', sub: 'i d', aud: ISSUER });
    expect(authorization).toBeNull();
    expect(JSON.stringify(form)).not.toContain(SECRET);
  });

  it('signs a new, short-lived assertion each time, only for the issuer (B29)', async () => {
    const { privateKey } = await generateKeyPair('ES256');
    const token = {
      url: 'https://gh.example/token',
      clientPrivateKey: { key: privateKey, kid: 'k1' },
    };

    const [first, second] = [await sent({ token }), await sent({ token })];

    const [header, claims] = partsOf(first.form['client_assertion']);
    expect(header).toEqual({ alg: 'ES256', kid: 'k1' });
    expect(claims).toMatchObject({ iss: 'i d', sub: 'i d', aud: ISSUER });
    expect(Number(claims['exp']) - Date.now() / 1000).toBeLessThanOrEqual(300);
    expect(claims['jti']).toMatch(/^[\w-]{22,}$/);
    expect(partsOf(second.form['client_assertion'])[1]['jti']).not.toBe(claims['jti']);
    expect(first.authorization).toBeNull();
  });

  it('refuses an unknown method', async () => {
    const client = { token_endpoint_auth_method: 'tls_client_auth' };

    await expect(sent({ client }, SECRET)).rejects.toThrow('token_endpoint_auth_method');
  });
});
