import { LogCollector } from '../../../../../test/support/log-collector.js';
import { MapRevocations } from '../../../../../test/support/revocations.js';
import {
  SESSION_TOKEN,
  SESSION_SALT as NAME,
  VECTOR_SECRET as secret,
} from '../../../../../test/support/wire-vectors.js';
import { realmSecret } from '../../crypto/realm.js';
import { MissingSecret } from '../../errors/configuration.errors.js';
import { encode } from '../token/encode-decode.js';
import { getToken, type GetTokenParams } from './get-token.js';
import { sessionIdOf } from '../records/session-id.js';

const { token, claims } = SESSION_TOKEN;
const request = (headers: Record<string, string>) =>
  new Request('http://app.example/', { headers });
const cookie = (text: string) => request({ cookie: text });

describe('getToken', () => {
  it('reads the session cookie', async () => {
    expect(await getToken({ req: cookie(`a=b; ${NAME}=${token}`), secret })).toEqual(claims);
  });

  it.each<[string, GetTokenParams['req']]>([
    ['a web Request', cookie(`${NAME}=${token}`)],
    ['Headers', { headers: new Headers({ cookie: `${NAME}=${token}` }) }],
    ["Node's headers", { headers: { cookie: `${NAME}=${token}`, host: 'app.example' } }],
    ['a capitalized header', { headers: { Cookie: `${NAME}=${token}` } }],
  ])('reads %s', async (_what, req) => {
    expect(await getToken({ req, secret })).toEqual(claims);
  });

  it('joins the parts of a cookie in numerical order', async () => {
    const parts = [token.slice(0, 100), token.slice(100, 200), token.slice(200)];
    const shuffled = `${NAME}.2=${parts[2]}; ${NAME}.0=${parts[0]}; ${NAME}.1=${parts[1]}`;

    expect(await getToken({ req: cookie(shuffled), secret })).toEqual(claims);
  });

  it('ignores a cookie whose name only begins or ends with that of the session', async () => {
    const req = cookie(`${NAME}-old=${token}; x${NAME}=${token}; ${NAME}.a=${token}`);

    expect(await getToken({ req, secret, raw: true })).toBeNull();
  });

  it('reads the https cookie if `secureCookie` is set, and uses its name as the salt', async () => {
    const name = `__Secure-${NAME}`;
    const sealed = await encode({ token: { sub: 'user-1' }, secret, salt: name });
    const req = cookie(`${name}=${sealed}; ${NAME}=${token}`);

    expect(await getToken({ req, secret, secureCookie: true })).toMatchObject({ sub: 'user-1' });
  });

  it('uses `cookieName` as the salt, unless `salt` is set', async () => {
    const own = await encode({ token: { sub: 'user-1' }, secret, salt: 'own' });

    expect(await getToken({ req: cookie(`own=${own}`), secret, cookieName: 'own' })).toMatchObject({
      sub: 'user-1',
    });
    expect(
      await getToken({ req: cookie(`own=${token}`), secret, cookieName: 'own', salt: NAME }),
    ).toEqual(claims);
  });

  it('reads and decodes a bearer token if there is no cookie', async () => {
    const req = (value: string) => request({ authorization: value });
    const encoded = token.replaceAll('.', '%2E');

    expect(await getToken({ req: req(`Bearer ${token}`), secret })).toEqual(claims);
    expect(await getToken({ req: req(`Bearer ${encoded}`), secret })).toEqual(claims);
    expect(await getToken({ req: req(`Bearer ${encoded}`), secret, raw: true })).toBe(token);
  });

  it('prefers the cookie to the bearer token', async () => {
    const req = request({ cookie: `${NAME}=from-cookie`, authorization: 'Bearer from-header' });

    expect(await getToken({ req, raw: true })).toBe('from-cookie');
  });

  it.each(['Bearer %', 'Bearer %E0%A4%A', 'Bearer', 'Bearer ', 'Basic abc', 'bearer abc', ''])(
    'returns null for the header %j (A10)',
    async (authorization) => {
      expect(await getToken({ req: request({ authorization }), secret })).toBeNull();
      expect(await getToken({ req: request({ authorization }), secret, raw: true })).toBeNull();
    },
  );

  it('returns null if there is no token, even if there is no secret', async () => {
    expect(await getToken({ req: request({}) })).toBeNull();
  });

  it('returns the token as received if `raw` is set, even if there is no secret', async () => {
    expect(await getToken({ req: cookie(`${NAME}=anything`), raw: true })).toBe('anything');
  });

  it.each([undefined, '', []])('throws if there is a token and the secret is %j', async (none) => {
    const req = cookie(`${NAME}=${token}`);

    await expect(getToken({ req, secret: none })).rejects.toThrow(MissingSecret);
  });

  it('returns null for a token that cannot be decoded', async () => {
    expect(await getToken({ req: cookie(`${NAME}=${token}x`), secret })).toBeNull();
    expect(await getToken({ req: cookie(`${NAME}=${token}`), secret: 'another' })).toBeNull();
  });

  it('logs that a token cannot be opened, but not the token itself', async () => {
    const logger = new LogCollector();

    await getToken({ req: cookie(`${NAME}=${token}x`), secret, logger });

    expect(logger.lines).toHaveLength(1);
    expect(logger.lines[0]).not.toContain(token);
  });

  it('calls the `decode` function in its parameters', async () => {
    const req = cookie(`${NAME}=opaque`);
    const decode = ({ token: text, salt }: { token?: string; salt: string }) => ({ text, salt });

    expect(await getToken({ req, secret, decode })).toEqual({ text: 'opaque', salt: NAME });
  });

  it('returns null if the `decode` function throws', async () => {
    const decode = () => {
      throw new Error('unreadable');
    };

    expect(await getToken({ req: cookie(`${NAME}=opaque`), secret, decode })).toBeNull();
  });

  it.each([
    ['its `sid`', { sid: 'the-session' }],
    ['the `jti` of its token, which has no `sid`', {}],
  ])('returns null for a session that was revoked by %s (S, getToken)', async (_what, own) => {
    const sealed = await encode({ token: { sub: 'u', ...own }, secret, salt: NAME });
    const opened = await getToken({ req: cookie(`${NAME}=${sealed}`), secret });
    const id = sessionIdOf(opened ?? {}) ?? '';
    const revocation = new MapRevocations();
    const read = () => getToken({ req: cookie(`${NAME}=${sealed}`), secret, revocation });

    expect(await read()).toMatchObject({ sub: 'u' });
    await revocation.revoke({ id, expires: new Date(Date.now() + 60_000) });

    expect(await read()).toBeNull();
  });

  it('rejects if the revocation cannot be checked (S, getToken)', async () => {
    const revocation = new MapRevocations();
    revocation.failWith(new Error('the cache is down'));

    await expect(getToken({ req: cookie(`${NAME}=${token}`), secret, revocation })).rejects.toThrow(
      'the cache is down',
    );
    expect(await getToken({ req: cookie('a=b'), secret, revocation })).toBeNull();
  });

  it.each([
    ['of two users', { sub: 'jane' }, { sub: 'mallory' }, null],
    ['without `sub`', {}, {}, null],
    ['of which only one has `sub`', { sub: 'jane' }, {}, null],
    ['of the same user', { sub: 'jane' }, { sub: 'jane' }, { sub: 'jane' }],
  ])(
    'reads a whole cookie and parts %s in the same way as the guard (V15)',
    async (_what, a, b, read) => {
      const [whole, parts] = await Promise.all(
        [a, b].map((own) => encode({ token: own, secret, salt: NAME })),
      );
      const results = await Promise.all(
        [`${NAME}=${whole}; ${NAME}.0=${parts}`, `${NAME}=${parts}; ${NAME}.0=${whole}`].map(
          (text) => getToken({ req: cookie(text), secret }),
        ),
      );

      for (const result of results) {
        if (read === null) expect(result).toBeNull();
        else expect(result).toMatchObject(read);
      }
    },
  );

  it('throws a plain error if there is no request', async () => {
    // @ts-expect-error a caller in JavaScript
    const result = getToken({ secret });

    await expect(result).rejects.toThrow('req');
  });

  it.each([
    [{ tenant: 'acme' }, NAME],
    [{ instance: 'admin' }, 'authnest-admin.session-token'],
    [{ instance: 'admin', tenant: 'acme' }, 'authnest-admin.session-token'],
  ])('opens a token for %j only in that realm', async (realm, name) => {
    const own = realmSecret(secret, realm);
    const sealed = await encode({ token: { sub: 'user-1' }, secret: own, salt: name });
    const req = cookie(`${name}=${sealed}`);

    expect(await getToken({ req, secret, ...realm })).toMatchObject({ sub: 'user-1' });
    expect(await getToken({ req, secret: ['other', secret], ...realm })).not.toBeNull();
    expect(await getToken({ req, secret, cookieName: name })).toBeNull();
    expect(await getToken({ req, secret, ...realm, tenant: 'beta', cookieName: name })).toBeNull();
    await expect(getToken({ req, secret: ' ', ...realm })).rejects.toThrow(MissingSecret);
  });

  it("checks the realm claim of a token in the application's own format", async () => {
    const own = (realm?: string) => () => ({ sub: 'user-1', authnest_realm: realm });
    const req = request({ authorization: 'Bearer token' });

    expect(await getToken({ req, secret, decode: own('/acme'), tenant: 'acme' })).not.toBeNull();
    expect(await getToken({ req, secret, decode: own('/acme'), tenant: 'beta' })).toBeNull();
    expect(await getToken({ req, secret, decode: own('/acme') })).toBeNull();
    expect(await getToken({ req, secret, decode: own() })).not.toBeNull();
  });
});
