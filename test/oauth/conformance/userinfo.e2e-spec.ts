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
    ['somebody else', 'eve'],
    ['nobody', undefined],
    ['an empty string', ''],
    ['a number', 1],
    ['a list', ['ada']],
    ['the same in capitals', 'ADA'],
  ])('B23 refuses a response whose sub is %s', async (_, sub) => {
    server.userinfo = { sub, email: 'eve@evil.test', name: 'Eve' };

    await rig.expectSignInRefused(REFUSED);
    expect(await rig.watched.store.getUserByEmail('eve@evil.test')).toBeNull();
  });

  it('B25 sends the access token in a header, and nowhere else', async () => {
    await rig.expectSignedIn();

    const [request] = server.requestsTo('userinfo');
    expect(request?.method).toBe('GET');
    expect(request?.headers.authorization).toMatch(/^Bearer at-[0-9a-f]{32}$/);
    expect([...(request?.query ?? [])]).toEqual([]);
    expect(request?.body).toBe('');
    const token = request?.headers.authorization?.slice('Bearer '.length) ?? '';
    for (const { url, body } of server.requests) expect(`${url.href} ${body}`).not.toContain(token);
  });

  it('B26 takes claims that only userinfo has', async () => {
    server.idToken = { claims: { name: undefined, email: undefined } };

    expect(await rig.expectSignedIn()).toMatchObject({
      user: { name: 'Ada Lovelace', email: 'ada@example.com' },
    });
  });

  it('B26 takes claims that only the ID token has, and asks for nothing else', async () => {
    server.userinfo = { name: 'another' };

    // The address of an account that another provider has would be linked to nobody.
    server.claims = { sub: 'in-token', name: 'Inge', email: 'inge@example.com' };
    expect(await rig.expectSignedIn(rig.client(), 'in-token')).toMatchObject({
      user: { name: 'Inge', email: 'inge@example.com' },
    });
    expect(server.requestsTo('userinfo')).toEqual([]);
  });

  it('B26 asks for the configured scopes alone', async () => {
    await rig.begin(rig.client());
    const url = await rig.begin(rig.client());
    expect(url.searchParams.get('scope')).toBe('openid profile email');

    const authorization = { params: { scope: 'openid' } };
    const modest = await Rig.start({ platform, provider: { authorization } }, server);
    const asked = await modest.begin(modest.client());
    expect(asked.searchParams.getAll('scope')).toEqual(['openid']);
    await modest.close();
  });

  it('B24 accepts userinfo that the provider signed', async () => {
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
  ])('B24 refuses signed userinfo with %s', async (_, forge) => {
    respondSigned(forge);

    await rig.expectSignInRefused(REFUSED, rig.client(), 'signed');
  });

  it('B24 refuses userinfo that another key signed', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    respondSigned(undefined, { key: privateKey });

    await rig.expectSignInRefused(REFUSED, rig.client(), 'signed');
  });

  it.each([
    ['iss', { iss: 'https://evil.test' }],
    ['aud', { aud: 'somebody-else' }],
    ['sub', { sub: 'eve' }],
    ['exp', { exp: 1 }],
  ])('B24 refuses signed userinfo with a wrong %s', async (_, claims) => {
    respondSigned(undefined, {}, claims);

    await rig.expectSignInRefused(REFUSED, rig.client(), 'signed');
  });

  it('B24 refuses plain userinfo where a signed one is agreed upon', async () => {
    await rig.expectSignInRefused(REFUSED, rig.client(), 'signed');
  });

  it('B24 never takes a signed one unverified where a plain one is agreed upon', async () => {
    respondSigned((token) => unsigned(token, 'none'), {}, { name: 'Mallory' });

    await rig.expectSignInRefused(REFUSED);
  });

  it('B24 never takes a signed one unverified where no keys are used', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    // The metadata are known by now, so the algorithm of this test alone is another.
    await rig.expectHonestSignIn();
    server.signWith('HS256');
    respondSigned((token) => token, { key: privateKey, header: { alg: 'RS256' } }, { name: 'M' });

    await rig.expectSignInRefused(REFUSED, rig.client(), 'secret');
  });

  /** Lets userinfo return a JWT. */
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
