import { inspect } from 'node:util';
import {
  type AuthConfig,
  type AuthEventName,
  type OIDCConfig,
  ProviderTokenMissing,
  ProviderTokenRefused,
  ProviderTokenUnavailable,
} from '@authnest/core';
import { aUser, type FakeAnswer, type FakeOutcome, FakeOAuthServer } from '@authnest/testing';
import { NOON, setClock, startClock, stopClock } from '../support/clock.js';
import { currentAdapter } from '../support/current-adapter.js';
import { Deferred } from '../support/deferred.js';
import { platforms } from '../support/test-app.js';
import { changeRow, endsIn, refreshes, rowOf, TokenApp } from '../support/token-app.js';
import { until } from '../support/until.js';
import { WatchedStore } from '../support/watched-store.js';
import { PATIENCE, runOutAll, watchWaitsOf } from '../support/patience.js';

const WRITES = ['advanceAccount', 'updateAccount', 'linkAccount', 'registerUser'] as const;

// How long a provider may take to respond, in milliseconds; tests end such waits early.
watchWaitsOf(30_000);

/** Tokens that a provider sends. */
const SECRET_TOKENS = {
  access_token: 'secret-access',
  refresh_token: 'secret-refresh',
  token_type: 'bearer',
};

const NOON_S = Math.floor(NOON / 1000);

describe.each(platforms())('refreshing provider tokens on %s', (platform) => {
  let idp: FakeOAuthServer;
  let store: WatchedStore;
  /** Serves all tests that need no configuration of their own. */
  let shared: TokenApp;
  let apps: TokenApp[];
  let userId: string;
  let reported: [AuthEventName, unknown][];

  beforeAll(async () => {
    idp = await FakeOAuthServer.start();
    // Generated here, so that the first sign-in does not have to wait for it.
    await idp.publicKey();
    store = await WatchedStore.open('memory');
    shared = await start();
  });
  afterAll(async () => {
    await shared.close();
    await idp.close();
  });
  beforeEach(async () => {
    idp.reset();
    idp.refreshTokens = 'rotating';
    store = await WatchedStore.open('memory');
    apps = [];
    reported = [];
  });
  afterEach(async () => {
    store.heal();
    startClock();
    runOutAll();
    for (const app of apps) await app.close();
    await store.close();
  });

  const adapter = currentAdapter(() => store.adapter);

  function start(
    config: Partial<AuthConfig> = {},
    provider: Partial<OIDCConfig> = {},
  ): Promise<TokenApp> {
    const events: AuthConfig['events'] = {
      refreshTokens: (message) => reported.push(['refreshTokens', message]),
      loseTokens: (message) => reported.push(['loseTokens', message]),
    };
    return TokenApp.start(
      platform,
      idp,
      { adapter, timeout: PATIENCE, events, ...config },
      provider,
    );
  }

  async function open(...options: Parameters<typeof start>): Promise<TokenApp> {
    const app = await start(...options);
    apps.push(app);
    return app;
  }

  /** Signs Ada in, with an access token that expires in this many seconds. */
  async function signedIn(
    seconds: number,
    ...options: Parameters<typeof start>
  ): Promise<TokenApp> {
    const app = options.length > 0 ? await open(...options) : shared;
    await app.signIn();
    userId = (await rowOf(real())).userId;
    await endsIn(real(), seconds);
    idp.requests.length = 0;
    store.forgetCalls();
    return app;
  }

  const real = () => store.real;
  const respondWith = (response: FakeOutcome) => idp.answer('token', () => response);

  it('costs one look-up and no write if the token is not due (J20)', async () => {
    const { tokens } = await signedIn(3600);

    const { accessToken } = await tokens.getAccessToken(userId, 'idp');

    expect(accessToken).toBe((await rowOf(real())).access_token);
    expect(store.calls.map(({ operation }) => operation)).toEqual(['listAccountsByUserId']);
    expect(idp.requests).toEqual([]);
  });

  it('calls the provider once for 50 callers in each of two instances (J01)', async () => {
    const one = await signedIn(30);
    const other = await open();
    await endsIn(real(), -1);
    const { tokenVersion: before = 0 } = await rowOf(real());
    idp.delay('token', 300);

    const calls = Array.from({ length: 100 }, (_, nth) =>
      (nth % 2 ? one : other).tokens.getAccessToken(userId, 'idp'),
    );
    const got = new Set((await Promise.all(calls)).map(({ accessToken }) => accessToken));

    const row = await rowOf(real());
    expect([...got]).toEqual([row.access_token]);
    expect(refreshes(idp)).toBe(1);
    expect(row.tokenVersion).toBe(Number(before) + 2);
    expect(row.refreshStartedAt ?? null).toBeNull();
    expect(reported).toEqual([
      [
        'refreshTokens',
        { userId, provider: 'idp', providerAccountId: 'ada', scopes: expect.any(Array) as unknown },
      ],
    ]);
  });

  it('serves the old token while another instance refreshes (J03)', async () => {
    const { tokens } = await signedIn(30);
    await changeRow(real(), { refreshStartedAt: new Date() });

    const { accessToken } = await tokens.getAccessToken(userId, 'idp');

    expect(accessToken).toBe((await rowOf(real())).access_token);
    expect(refreshes(idp)).toBe(0);
  });

  it.each([
    ['whose clock is 50 s ahead', 50],
    ['whose clock is 50 s behind', -50],
  ])('takes over only 95 s after the claim of an instance %s (J03)', async (_, skew) => {
    stopClock();
    await signedIn(-1);
    const { tokens } = await open({ timeout: 1.5 });
    await changeRow(real(), { refreshStartedAt: new Date(NOON + skew * 1000) });

    setClock(skew + 94);
    await expect(tokens.getAccessToken(userId, 'idp')).rejects.toThrow(ProviderTokenUnavailable);
    expect(refreshes(idp)).toBe(0);

    setClock(skew + 96);
    const patient = await open();
    await patient.tokens.getAccessToken(userId, 'idp');
    expect(refreshes(idp)).toBe(1);
  });

  it('requires a sign-in if the successor of a used refresh token was not stored (J03)', async () => {
    const app = await signedIn(-1);
    const { refresh_token: spent = '' } = await rowOf(real());
    await fetch(`${idp.issuer}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`client:${idp.client.clientSecret}`)}` },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: spent }),
    });

    await expect(app.tokens.getAccessToken(userId, 'idp')).rejects.toThrow(ProviderTokenRefused);
    await app.signIn();

    const { accessToken } = await app.tokens.getAccessToken(userId, 'idp');
    expect(accessToken).toBe((await rowOf(real())).access_token);
  });

  it('keeps new tokens that the store refuses, and stores them later (J04)', async () => {
    const { tokens } = await signedIn(-1);
    const { refresh_token: spent } = await rowOf(real());
    idp.answer('token', (_, honest) => {
      store.fail('advanceAccount', 'getAccount');
      return honest();
    });

    const first = await tokens.getAccessToken(userId, 'idp');
    const second = await tokens.getAccessToken(userId, 'idp');
    store.fail('listAccountsByUserId');
    const third = await tokens.getAccessToken(userId, 'idp');
    expect(second).toEqual(first);
    expect(third).toEqual(first);
    expect((await rowOf(real())).refresh_token).toBe(spent);

    store.heal();
    idp.answer('token', (_, honest) => honest());
    expect(await tokens.getAccessToken(userId, 'idp')).toEqual(first);
    expect((await rowOf(real())).access_token).toBe(first.accessToken);
    await endsIn(real(), -1);
    await tokens.getAccessToken(userId, 'idp');
    expect(refreshes(idp)).toBe(2);
    expect(
      idp.requestsTo('token').filter(({ form }) => form.get('refresh_token') === spent),
    ).toHaveLength(1);
  });

  /** Makes Ada sign in again while the token is refreshed. */
  const signInMeanwhile = (app: TokenApp, seen: (response: FakeAnswer) => void = () => undefined) =>
    idp.answer('token', async (request, honest) => {
      if (request.form.get('grant_type') !== 'refresh_token') return honest();
      await app.signIn();
      const response = await honest();
      seen(response);
      return response;
    });

  it('keeps the tokens of a sign-in during a refresh, and revokes the refreshed ones (J05)', async () => {
    const app = await signedIn(-1);
    let ours: unknown;
    signInMeanwhile(app, ({ json }) => {
      ours = (json as Record<string, unknown>)['refresh_token'];
    });

    const { accessToken } = await app.tokens.getAccessToken(userId, 'idp');

    const row = await rowOf(real());
    expect(accessToken).toBe(row.access_token);
    expect(ours).toMatch(/./);
    expect(idp.requestsTo('revocation').map(({ form }) => form.get('token'))).toEqual([ours]);
    await endsIn(real(), -1);
    idp.answer('token', (_, honest) => honest());
    await app.tokens.getAccessToken(userId, 'idp');
    expect(refreshes(idp)).toBe(2);
  });

  it('revokes nothing after a sign-in during a refresh that returned no new refresh token (J05)', async () => {
    idp.refreshTokens = 'stable';
    const app = await signedIn(-1);
    signInMeanwhile(app);

    const { accessToken } = await app.tokens.getAccessToken(userId, 'idp');

    expect(accessToken).toBe((await rowOf(real())).access_token);
    expect(idp.requestsTo('revocation')).toEqual([]);
  });

  it('returns no token of an account that was linked to another user meanwhile (J05)', async () => {
    const { tokens } = await signedIn(-1);
    const eve = await real().createUser(aUser());
    idp.answer('token', async (_, honest) => {
      await real().unlinkAccount({ provider: 'idp', providerAccountId: 'ada' });
      await real().linkAccount({
        userId: eve.id,
        type: 'oidc',
        provider: 'idp',
        providerAccountId: 'ada',
        access_token: 'of-eve',
        expires_at: Math.floor(Date.now() / 1000) + 3600,
      });
      return honest();
    });

    await expect(tokens.getAccessToken(userId, 'idp')).rejects.toThrow(ProviderTokenMissing);

    expect(await rowOf(real())).toMatchObject({ userId: eve.id, access_token: 'of-eve' });
  });

  it('keeps the tokens of an account that was unlinked and linked again meanwhile (J05)', async () => {
    const { tokens } = await signedIn(-1);
    const account = await rowOf(real());
    const expires_at = Math.floor(Date.now() / 1000) + 3600;
    const { id: _id, tokenVersion: _version, refreshStartedAt: _started, ...linked } = account;
    const anew = { ...linked, access_token: 'anew', refresh_token: 'anew', expires_at };
    idp.answer('token', async (_, honest) => {
      await real().unlinkAccount(account);
      await real().linkAccount(anew);
      return honest();
    });

    const { accessToken } = await tokens.getAccessToken(userId, 'idp');

    expect(accessToken).toBe('anew');
    expect(await rowOf(real())).toMatchObject(anew);
  });

  it('warns once about tokens that are due as soon as they are issued', async () => {
    const { app, tokens } = await signedIn(-1, { providerTokens: { refreshMargin: 60 } });
    idp.answer('token', () => ({
      json: { access_token: 'short', token_type: 'bearer', expires_in: 59 },
    }));

    await tokens.getAccessToken(userId, 'idp');
    await tokens.getAccessToken(userId, 'idp');

    expect(refreshes(idp)).toBe(2);
    expect(app.logs.warnings).toEqual(['short-provider-token']);
  });

  it.each([
    ['a larger margin of the provider', 300, 60, 299],
    ['a smaller margin of the provider', 10, 600, 9],
  ])('refreshes within %s than that of the module', async (_, refreshMargin, ofModule, left) => {
    const config = { providerTokens: { refreshMargin: ofModule } };
    const { tokens } = await signedIn(left + 30, config, { refreshMargin });

    await tokens.getAccessToken(userId, 'idp');
    expect([(await tokens.list(userId))[0]?.state, refreshes(idp)]).toEqual(['usable', 0]);

    await endsIn(real(), left);
    await tokens.getAccessToken(userId, 'idp');
    expect(refreshes(idp)).toBe(1);
  });

  it('tries the refresh token that another instance has stored meanwhile (J06)', async () => {
    const { tokens } = await signedIn(-1);
    const { refresh_token: usable } = await rowOf(real());
    idp.answer('token', async ({ form }, honest) => {
      if (form.get('refresh_token') === usable) return honest();
      await changeRow(real(), { refresh_token: usable });
      return refused();
    });
    await changeRow(real(), { refresh_token: 'rotated-by-a-sibling' });

    await tokens.getAccessToken(userId, 'idp');

    expect(refreshes(idp)).toBe(2);
    expect(reported.map(([name]) => name)).toEqual(['refreshTokens']);
  });

  it('tries no third refresh token if another one is stored at each refusal (J06)', async () => {
    const { tokens } = await signedIn(-1);
    idp.answer('token', async () => {
      await changeRow(real(), { refresh_token: `after request ${refreshes(idp)}` });
      return refused();
    });

    await expect(tokens.getAccessToken(userId, 'idp')).rejects.toThrow(ProviderTokenRefused);

    expect(refreshes(idp)).toBe(2);
  });

  it('reports no loss if the account has changed since the refusal (J06)', async () => {
    const { tokens } = await signedIn(-1);
    idp.answer('token', () => {
      store.replace('advanceAccount', () => false);
      return refused();
    });

    await expect(tokens.getAccessToken(userId, 'idp')).rejects.toThrow(ProviderTokenRefused);

    expect(reported).toEqual([]);
  });

  it('retries once an hour after a refusal, deletes nothing, and reports it once (J06)', async () => {
    stopClock();
    const { tokens } = await signedIn(-1);
    respondWith(refused());
    const before = await rowOf(real());

    const calls = Array.from({ length: 1000 }, () => tokens.getAccessToken(userId, 'idp'));
    const results = await Promise.allSettled(calls);
    await expect(tokens.getAccessToken(userId, 'idp')).rejects.toThrow(ProviderTokenRefused);

    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    expect(refreshes(idp)).toBe(1);
    expect(reported.map(([name]) => name)).toEqual(['loseTokens']);
    const { access_token, refresh_token, id_token } = before;
    expect(await rowOf(real())).toMatchObject({ access_token, refresh_token, id_token });

    setClock(3601);
    await expect(tokens.getAccessToken(userId, 'idp')).rejects.toThrow(ProviderTokenRefused);
    expect(refreshes(idp)).toBe(2);
  });

  const FAULTS: readonly (readonly [string, FakeOutcome, number])[] = [
    ['breaks the connection', 'reset', 5],
    ['does not respond', 'silence', 5],
    ['responds with 500', { status: 500 }, 5],
    ['responds with 429', { status: 429, headers: { 'retry-after': '7' } }, 7],
    ['responds with HTML', { body: '<p>login</p>' }, 5],
    ['reports an error with 200', { json: { error: 'bad_refresh_token' } }, 5],
    ['sends 50 MB', { headers: { 'content-type': 'application/json' }, body: ' '.repeat(5e7) }, 5],
    ['redirects', { status: 307, headers: { location: 'http://127.0.0.1:9/token' } }, 5],
    ['does not know the client', { status: 401, json: { error: 'invalid_client' } }, 60],
  ];

  it.each(FAULTS)(
    'records no refusal if the provider %s (J07)',
    async (_, response, retryAfter) => {
      await signedIn(-1);
      const { tokens } = response === 'silence' ? await open({ timeout: 1 }) : shared;
      respondWith(response);

      const failed = await tokens.getAccessToken(userId, 'idp').catch((error: unknown) => error);

      expect(failed).toBeInstanceOf(ProviderTokenUnavailable);
      expect(failed).toMatchObject({ retryAfter, statusCode: 503, provider: 'idp' });
      expect((await rowOf(real())).refreshRefusedAt ?? null).toBeNull();
      idp.answer('token', (__, honest) => honest());
      await endsIn(real(), 30);
      const old = (await rowOf(real())).access_token;
      respondWith(response);
      expect((await tokens.getAccessToken(userId, 'idp')).accessToken).toBe(old);
    },
  );

  it.each<[string, FakeOutcome]>([
    ['with an unknown type', { json: { ...SECRET_TOKENS, token_type: 'mac' } }],
    ['without an access token', { json: { ...SECRET_TOKENS, access_token: undefined } }],
    [
      'that repeats the request',
      { status: 400, json: { error: 'invalid_scope', error_description: 'for secret-refresh' } },
    ],
  ])('puts no token into the error about a response %s (J13)', async (_, response) => {
    const { tokens } = await signedIn(-1);
    respondWith(response);

    const failed = await tokens.getAccessToken(userId, 'idp').catch((error: unknown) => error);

    expect(failed).toBeInstanceOf(ProviderTokenUnavailable);
    const shown = [JSON.stringify(failed), inspect(failed, { depth: null, showHidden: true })];
    for (const text of shown) expect(text).not.toMatch(/secret-/);
    expect(shown[1]).toMatch(/ProviderTokenUnavailable[^]+cause[^]+Error: /);
  });

  it('lets the next caller try at once after a failure (J07)', async () => {
    const { tokens } = await signedIn(-1);
    respondWith({ status: 500 });
    await expect(tokens.getAccessToken(userId, 'idp')).rejects.toThrow(ProviderTokenUnavailable);

    idp.answer('token', (_, honest) => honest());
    await tokens.getAccessToken(userId, 'idp');

    expect(refreshes(idp)).toBe(2);
  });

  it('gives up a handler that does not respond, so that the next caller tries again (J07)', async () => {
    const stuck = new Deferred();
    const calls: (() => Promise<{ tokens: { access_token: string } }>)[] = [
      () => {
        stuck.resolve();
        return new Promise(() => undefined);
      },
      async () => ({ tokens: { access_token: 'anew' } }),
    ];
    const refresh = () => calls.shift()!();
    const { tokens } = await signedIn(-1, { timeout: 600 }, { token: { refresh } });

    const failing = tokens.getAccessToken(userId, 'idp');
    await stuck.promise;
    runOutAll();
    await expect(failing).rejects.toThrow(ProviderTokenUnavailable);

    expect((await tokens.getAccessToken(userId, 'idp')).accessToken).toBe('anew');
  });

  it('stores a late response after its caller timed out (J08)', async () => {
    await signedIn(-1);
    const { tokens } = await open({ timeout: 1 });
    const late = new Deferred();
    idp.answer('token', async (_, honest) => {
      await late.promise;
      return honest();
    });

    await expect(tokens.getAccessToken(userId, 'idp')).rejects.toThrow(ProviderTokenUnavailable);
    const { access_token: old } = await rowOf(real());
    const closed = apps.pop()?.close();
    late.resolve();
    await closed;
    // Closing the application waits for the response.
    expect((await rowOf(real())).access_token).not.toBe(old);

    const other = await open();
    const { accessToken } = await other.tokens.getAccessToken(userId, 'idp');
    expect(accessToken).toBe((await rowOf(real())).access_token);
    expect(refreshes(idp)).toBe(1);
  });

  it('releases a caller that aborts, and continues the refresh (J08)', async () => {
    const { tokens } = await signedIn(-1);
    idp.delay('token', 200);
    const signal = AbortSignal.timeout(50);

    await expect(tokens.getAccessToken(userId, 'idp', { signal })).rejects.toThrow();

    await tokens.getAccessToken(userId, 'idp');
    expect(refreshes(idp)).toBe(1);
  });

  const YEARS = 10 * 365 * 24 * 3600;
  it.each<[string, object, object]>([
    ['no refresh token', { refresh_token: undefined }, { expires_at: NOON_S + 3600 }],
    ['no lifetime', { expires_in: undefined }, { expires_at: undefined }],
    ['a lifetime as a string', { expires_in: '1800' }, { expires_at: NOON_S + 1800 }],
    ['a lifetime of 0', { expires_in: 0 }, { expires_at: NOON_S }],
    ['a negative lifetime', { expires_in: -1 }, { expires_at: NOON_S }],
    ['a lifetime of 30,000 years', { expires_in: 1e12 }, { expires_at: NOON_S + YEARS }],
    ['fewer scopes', { scope: 'openid' }, { scope: 'openid' }],
    ['no scope', { scope: undefined }, { scope: 'openid profile email' }],
  ])('accepts a response with %s (J09)', async (name, members, stored) => {
    stopClock();
    const { tokens } = await signedIn(-1);
    const { refresh_token: before } = await rowOf(real());
    idp.tokens = members as Record<string, unknown>;

    const { accessToken } = await tokens.getAccessToken(userId, 'idp');

    const { expires_at, scope, refresh_token, access_token } = await rowOf(real());
    expect(access_token).toBe(accessToken);
    expect({ expires_at: expires_at ?? undefined, scope }).toMatchObject(stored);
    expect(refresh_token === before).toBe(name === 'no refresh token');
  });

  it('counts the lifetime of a token from the request, however slow the response is (J09)', async () => {
    stopClock();
    const { tokens } = await signedIn(-1);
    idp.answer('token', async (_, honest) => {
      setClock(20);
      return honest();
    });

    await tokens.getAccessToken(userId, 'idp');

    expect(await rowOf(real())).toMatchObject({ expires_at: NOON_S + 3600 });
  });

  it.each<[string, object]>([
    ['another sub', { claims: { sub: 'eve' } }],
    ['another iss', { claims: { iss: 'https://evil.test' } }],
    ['another aud', { claims: { aud: 'other-client' } }],
    ['another nonce', { claims: { nonce: 'other' } }],
    ['an altered signature', { alter: (token: string) => `${token.slice(0, -8)}AAAAAAAA` }],
  ])('discards a response whose ID token has %s (J10)', async (_, script) => {
    const { tokens } = await signedIn(-1, {}, { checks: ['pkce', 'nonce'] });
    const before = await rowOf(real());
    idp.idToken = script;

    await expect(tokens.getAccessToken(userId, 'idp')).rejects.toThrow(ProviderTokenUnavailable);

    const { access_token, refresh_token, id_token } = before;
    expect(await rowOf(real())).toMatchObject({ access_token, refresh_token, id_token });
  });

  it('refreshes, but stores no ID token, if the stored one was truncated (J10)', async () => {
    const { tokens } = await signedIn(-1);
    const { id_token: whole } = await rowOf(real());
    const truncated = `${whole}`.slice(0, 255);
    await changeRow(real(), { id_token: truncated });

    const { accessToken } = await tokens.getAccessToken(userId, 'idp');

    expect(await rowOf(real())).toMatchObject({ access_token: accessToken, id_token: truncated });
    expect(refreshes(idp)).toBe(1);
  });

  it('reports what is missing, and calls no provider (J12)', async () => {
    const { tokens } = await signedIn(-1);
    const reasonOf = (call: Promise<unknown>) =>
      call.then(
        () => 'none',
        (error: unknown) => (error instanceof ProviderTokenMissing ? error.reason : error),
      );

    const scopes = ['email', 'drive'];
    expect(await reasonOf(tokens.getAccessToken(userId, 'idp', { scopes }))).toBe('scopes');
    expect(await reasonOf(tokens.getAccessToken('nobody', 'idp'))).toBe('no-account');
    await changeRow(real(), { refresh_token: null });
    expect(await reasonOf(tokens.getAccessToken(userId, 'idp'))).toBe('expired');
    await changeRow(real(), { access_token: null });
    expect(await reasonOf(tokens.getAccessToken(userId, 'idp'))).toBe('not-stored');
    await real().linkAccount({ ...(await rowOf(real())), providerAccountId: 'second' });
    expect(await reasonOf(tokens.getAccessToken(userId, 'idp'))).toBe('ambiguous');
    expect(idp.requests).toEqual([]);
  });

  it('refreshes a token that a resource server refused, and no other', async () => {
    const { tokens } = await signedIn(3600);
    const { accessToken: first } = await tokens.getAccessToken(userId, 'idp');

    await tokens.getAccessToken(userId, 'idp', { refused: 'an-older-one' });
    expect(refreshes(idp)).toBe(0);
    const { accessToken } = await tokens.getAccessToken(userId, 'idp', { refused: first });

    expect(accessToken).not.toBe(first);
    expect(refreshes(idp)).toBe(1);
  });

  it('a caller that joins a refresh gets no token that a resource server has refused', async () => {
    const { tokens } = await signedIn(30);
    const { access_token: old } = await rowOf(real());
    // Another instance refreshes the token; here, its old state is being read.
    await changeRow(real(), { refreshStartedAt: new Date() });
    const read = new Deferred();
    store.replace('getAccount', () => read.promise.then(() => rowOf(real())));

    const anybody = tokens.getAccessToken(userId, 'idp');
    await until('one reads', () => store.count('getAccount') === 1);
    const afterRefusal = tokens.getAccessToken(userId, 'idp', { refused: old ?? '' });
    await until('the other joins', () => store.count('listAccountsByUserId') === 2);
    read.resolve();
    expect((await anybody).accessToken).toBe(old);
    await changeRow(real(), { refreshStartedAt: null });

    expect((await afterRefusal).accessToken).not.toBe(old);
    expect(refreshes(idp)).toBe(1);
  });

  it('opens and seals stored tokens, and rejects those that cannot be opened (J61)', async () => {
    const sealed = { providerTokens: 'encrypt', encryptionSecret: 'x'.repeat(40) } as const;
    const { tokens } = await signedIn(-1, sealed);

    const { accessToken } = await tokens.getAccessToken(userId, 'idp');

    const row = await rowOf(real());
    expect(row.access_token).toMatch(/^an1\./);
    expect(accessToken).toMatch(/^at-/);
    const { refresh_token: access_token, access_token: refresh_token } = row;
    await changeRow(real(), { access_token, refresh_token });
    for (let nth = 0; nth < 3; nth += 1) {
      await expect(tokens.getAccessToken(userId, 'idp')).rejects.toMatchObject({
        reason: 'sealed',
      });
    }
    expect(reported.filter(([name]) => name === 'loseTokens')).toHaveLength(1);
  });

  it('writes only through advanceAccount, twice per refresh', async () => {
    const { tokens } = await signedIn(-1);

    await tokens.getAccessToken(userId, 'idp');

    expect(store.count(...WRITES)).toBe(2);
    expect(store.count('advanceAccount')).toBe(2);
  });
});

function refused(): FakeAnswer {
  return { status: 400, json: { error: 'invalid_grant' } };
}
