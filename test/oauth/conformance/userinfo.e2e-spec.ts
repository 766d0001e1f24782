import { type FakeOAuthServer } from '@authnest/testing';
import { generateKeyPair } from 'jose';
import { platforms } from '../../support/test-app.js';
import { flipSignatureBit, unsigned } from './forged-token.js';
import { anIdp, Rig, startServer } from './rig.js';

const REFUSED = { error: 'OAuthCallbackError', upTo: 'userinfo' } as const;
const JWT = { 'content-type': 'application/jwt' };

describe.each(platforms())('userinfo on %s', (platform) => {
  let server: FakeOAuthServer;
  let rig: Rig;

  beforeAll(async () => {
    server = await startServer();
    const others = () => [
      anIdp(server, { id: 'in-token' }),
      anIdp(server, {
        id: 'signed',
        idToken: false,
        client: { userinfo_signed_response_alg: 'RS256' },
      }),
      anIdp(server, {
        id: 'secret',
        idToken: false,
        client: { id_token_signed_response_alg: 'HS256', userinfo_signed_response_alg: 'RS256' },
      }),
    ];
    rig = await Rig.start({ platform, provider: { idToken: false }, others }, server);
  });
  beforeEach(() => rig.reset());
  afterAll(async () => {
    await rig.close();
    await server.close();
  });

  it.each([
    ['another user', 'eve'],
    ['missing', undefined],
    ['an empty string', ''],
    ['a number', 1],
    ['a list', ['ada']],
    ['the same in upper case', 'ADA'],
  ])('refuses a response whose sub is %s (B23)', async (_, sub) => {
    server.userinfo = { sub, email: 'eve@evil.test', name: 'Eve' };

    await rig.expectSignInRefused(REFUSED);
    expect(await rig.watched.store.getUserByEmail('eve@evil.test')).toBeNull();
  });

  it('sends the access token in the header only (B25)', async () => {
    await rig.expectSignedIn();

    const [request] = server.requestsTo('userinfo');
    expect(request?.method).toBe('GET');
    expect(request?.headers.authorization).toMatch(/^Bearer at-[0-9a-f]{32}$/);
    expect([...(request?.query ?? [])]).toEqual([]);
    expect(request?.body).toBe('');
    const token = request?.headers.authorization?.slice('Bearer '.length) ?? '';
    for (const { url, body } of server.requests) expect(`${url.href} ${body}`).not.toContain(token);
  });

  it('uses claims that only userinfo has (B26)', async () => {
    server.idToken = { claims: { name: undefined, email: undefined } };

    expect(await rig.expectSignedIn()).toMatchObject({
      user: { name: 'Ada Lovelace', email: 'ada@example.com' },
    });
  });

  it('uses claims that only the ID token has, and does not call userinfo for them (B26)', async () => {
    server.userinfo = { name: 'another' };

    // With the address of an account at another provider, the sign-in would be refused.
    server.claims = { sub: 'in-token', name: 'Inge', email: 'inge@example.com' };
    expect(await rig.expectSignedIn(rig.client(), 'in-token')).toMatchObject({
      user: { name: 'Inge', email: 'inge@example.com' },
    });
    expect(server.requestsTo('userinfo')).toEqual([]);
  });

  it('requests only the configured scopes (B26)', async () => {
    await rig.begin(rig.client());
    const url = await rig.begin(rig.client());
    expect(url.searchParams.get('scope')).toBe('openid profile email');

    const authorization = { params: { scope: 'openid' } };
    const modest = await Rig.start({ platform, provider: { authorization } }, server);
    const asked = await modest.begin(modest.client());
    expect(asked.searchParams.getAll('scope')).toEqual(['openid']);
    await modest.close();
  });

  it('accepts userinfo that the provider signed (B24)', async () => {
    server.claims = { sub: 'signed', name: 'Signe', email: 'signe@example.com' };
    respondSigned();

    const session = await rig.expectSignedIn(rig.client(), 'signed');

    expect(session).toMatchObject({ user: { name: 'Signe' } });
    expect(server.requestsTo('userinfo').at(-1)?.headers.accept).toContain('application/jwt');
  });

  it.each([
    ['a flipped bit', (token: string) => flipSignatureBit(token)],
    ['alg none', (token: string) => unsigned(token, 'none')],
    ['no signature', (token: string) => token.slice(0, token.lastIndexOf('.') + 1)],
  ])('refuses signed userinfo with %s (B24)', async (_, forge) => {
    respondSigned(forge);

    await rig.expectSignInRefused(REFUSED, rig.client(), 'signed');
  });

  it.each([
    ['an access token', { typ: 'at+jwt' }],
    ['a logout token', { typ: 'logout+jwt' }],
    ['an unencoded payload', { b64: true }],
  ])('refuses signed userinfo with the header of %s (B24)', async (_, header) => {
    respondSigned(undefined, { header });

    await rig.expectSignInRefused(REFUSED, rig.client(), 'signed');
  });

  it('refuses userinfo that another key signed (B24)', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    respondSigned(undefined, { key: privateKey });

    await rig.expectSignInRefused(REFUSED, rig.client(), 'signed');
  });

  it.each([
    ['iss', { iss: 'https://evil.test' }],
    ['aud', { aud: 'somebody-else' }],
    ['sub', { sub: 'eve' }],
    ['exp', { exp: 1 }],
  ])('refuses signed userinfo with a wrong %s (B24)', async (_, claims) => {
    respondSigned(undefined, {}, claims);

    await rig.expectSignInRefused(REFUSED, rig.client(), 'signed');
  });

  it('refuses plain userinfo if signed userinfo is configured (B24)', async () => {
    await rig.expectSignInRefused(REFUSED, rig.client(), 'signed');
  });

  it('never accepts signed userinfo unverified if plain userinfo is configured (B24)', async () => {
    respondSigned((token) => unsigned(token, 'none'), {}, { name: 'Mallory' });

    await rig.expectSignInRefused(REFUSED);
  });

  it('never accepts signed userinfo unverified if the ID token needs no keys (B24)', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    // Caches the metadata, so that only the algorithm changes below.
    await rig.expectHonestSignIn();
    server.signWith('HS256');
    respondSigned((token) => token, { key: privateKey, header: { alg: 'RS256' } }, { name: 'M' });

    await rig.expectSignInRefused(REFUSED, rig.client(), 'secret');
  });

  /** Makes the userinfo endpoint return a JWT. */
  function respondSigned(
    forge: (token: string) => string = (token) => token,
    script: Parameters<FakeOAuthServer['sign']>[1] = {},
    claims: object = {},
  ): void {
    server.answer('userinfo', async () => {
      const now = Math.floor(Date.now() / 1000);
      const { issuer, client } = server;
      const honest = {
        ...server.claims,
        iss: issuer,
        aud: client.clientId,
        iat: now,
        exp: now + 60,
      };
      return { headers: JWT, body: forge(await server.sign({ ...honest, ...claims }, script)) };
    });
  }
});
