import { OAuth } from '@authnest/core';
import { type FakeOAuthServer, type FakeResponder } from '@authnest/testing';
import { platforms } from '../../support/test-app.js';
import { anIdp, CLIENT_SECRET, Rig, startServer } from './rig.js';

const REFUSED = { error: 'OAuthCallbackError', upTo: 'jwks' } as const;

describe.each(platforms())('responses of the token endpoint on %s', (platform) => {
  let server: FakeOAuthServer;
  let rig: Rig;

  beforeAll(async () => {
    server = await startServer();
    const others = () => [
      anIdp(server, { id: 'userinfo', idToken: false }),
      OAuth({
        id: 'plain',
        name: 'Plain',
        clientId: 'client',
        clientSecret: CLIENT_SECRET,
        authorization: { url: `${server.issuer}/authorize`, params: { scope: 'user' } },
        token: `${server.issuer}/token`,
        userinfo: `${server.issuer}/userinfo`,
        checks: ['pkce', 'state'],
      }),
    ];
    rig = await Rig.start({ platform, others }, server);
  });
  beforeEach(() => rig.reset());
  afterAll(async () => {
    await rig.close();
    await server.close();
  });

  const responders: [string, FakeResponder][] = [
    ['an error with 200', () => ({ json: { error: 'invalid_grant' } })],
    ['no access token', without('access_token')],
    ['an empty access token', withMembers({ access_token: '' })],
    ['an access token that is not a string', withMembers({ access_token: { at: 1 } })],
    ['HTML', () => ({ body: '<html>code-of-nobody</html>' })],
    ['a list', () => ({ json: [] })],
    ['null', () => ({ json: null })],
    ['a string', () => ({ json: 'access_token' })],
    ['201', async (_, honest) => ({ ...(await honest()), status: 201 })],
    ['an error with 400', () => ({ status: 400, json: { error: 'invalid_grant' } })],
    ['an error with 401', () => ({ status: 401, json: { error: 'invalid_client' } })],
  ];

  it.each(responders)('refuses %s (A39)', async (_, respond) => {
    for (const id of ['idp', 'userinfo', 'plain']) {
      server.answer('token', respond);
      await rig.expectSignInRefused(REFUSED, rig.client(), id);
    }
  });

  it.each([
    ['mac', 'mac'],
    ['absent', undefined],
    ['a number', 1],
    ['empty', ''],
  ])('refuses a token type that is %s (B34)', async (_, token_type) => {
    server.tokens = { token_type };

    await rig.expectSignInRefused(REFUSED);
  });

  it.each(['BEARER', 'bearer', 'bEaReR'])('accepts the token type %s (B34)', async (token_type) => {
    server.tokens = { token_type };

    expect(await account()).toMatchObject({ token_type: 'bearer' });
  });

  it.each([
    ['absent', undefined, undefined],
    ['a number', 3600, 3600],
    ['a numeric string', '3600', 3600],
    ['zero', 0, 0],
    ['negative', -1, undefined],
    ['thirty thousand years', 1e12, undefined],
    ['a fraction', 1.5, 1],
    ['not a number', 'soon', undefined],
    ['empty', '', undefined],
    ['null', null, undefined],
  ])('stores a valid expiry or none if expires_in is %s (B34)', async (_, expires_in, life) => {
    const before = Math.floor(Date.now() / 1000);
    await forget();
    server.tokens = { expires_in };
    const browser = rig.client();

    await rig.signIn(browser);

    const stored = await rig.watched.store.getAccount('ada', 'idp');
    // An unusable value is dropped, or the sign-in is refused.
    if (life !== undefined) expect(await browser.session()).not.toBeNull();
    if (life === undefined) expect(stored?.expires_at).toBeUndefined();
    else expect(Math.abs((stored?.expires_at ?? 0) - before - life)).toBeLessThan(10);
    if ((await browser.session()) === null) expect(stored).toBeNull();
  });

  it('stores the requested scopes if the response has no scope (B34)', async () => {
    server.tokens = { scope: undefined };

    expect(await account()).toHaveProperty('scope', 'openid profile email');
  });

  it.each([
    ['no id_token', { id_token: undefined }],
    ['an empty id_token', { id_token: '' }],
    ['an id_token that is not a JWT', { id_token: 'a.b' }],
    ['an id_token that is not a string', { id_token: { sub: 'eve' } }],
    ['a null id_token', { id_token: null }],
  ])('refuses %s from an OpenID provider (B34)', async (_, tokens) => {
    for (const id of ['idp', 'userinfo']) {
      server.tokens = tokens;
      await rig.expectSignInRefused(REFUSED, rig.client(), id);
    }
  });

  it.each([
    ['for another token', 'A'.repeat(22)],
    ['empty', ''],
    ['not a string', 1],
  ])('refuses an at_hash that is %s (B34)', async (_, at_hash) => {
    server.idToken = { claims: { at_hash } };

    await rig.expectSignInRefused(REFUSED);
  });

  it('accepts an ID token without at_hash (B34)', async () => {
    server.idToken = { claims: { at_hash: undefined } };

    await rig.expectSignedIn();
  });

  /** Signs in as a new user. @returns the stored account */
  async function account() {
    await forget();
    await rig.expectSignedIn();
    return rig.watched.store.getAccount('ada', 'idp');
  }

  /** Deletes the user, so that the next sign-in stores the values from the token endpoint. */
  async function forget(): Promise<void> {
    const user = await rig.watched.store.getUserByEmail('ada@example.com');
    if (user) await rig.watched.store.deleteUser(user.id);
  }
});

function withMembers(members: object): FakeResponder {
  return async (_, honest) => ({ json: { ...((await honest()).json as object), ...members } });
}

function without(name: string): FakeResponder {
  return withMembers({ [name]: undefined });
}
