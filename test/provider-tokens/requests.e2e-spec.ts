import {
  type AdapterAccount,
  type AuthConfig,
  type OIDCConfig,
  type PlatformRequest,
  type ProviderFetchInit,
  ProviderTokenMissing,
  ProviderTokensService,
  type Session,
  StepUpRequired,
} from '@authnest/core';
import {
  type FakeAnswer,
  type FakeOutcome,
  FakeOAuthServer,
  MemoryAdapter,
} from '@authnest/testing';
import { Controller, Get } from '@nestjs/common';
import { currentAdapter } from '../support/current-adapter.js';
import { Deferred } from '../support/deferred.js';
import { LogCollector } from '../support/log-collector.js';
import { platforms, SECRET } from '../support/test-app.js';
import { changeRow, endsIn, refreshes, rowOf, TokenApp } from '../support/token-app.js';

/** The scope that is requested without configuration. */
const DEFAULT = 'openid profile email';

describe.each(platforms())('requests with provider tokens on %s', (platform) => {
  let idp: FakeOAuthServer;
  let api: FakeOAuthServer;
  let adapter: MemoryAdapter;
  /** Serves all tests that need no configuration of their own. */
  let shared: TokenApp;
  let app: TokenApp;
  let userId: string;
  /** Replaces the `fetch` of the shared application. */
  let fetchBy: typeof fetch | undefined;

  beforeAll(async () => {
    [idp, api] = await Promise.all([FakeOAuthServer.start(), FakeOAuthServer.start()]);
    adapter = new MemoryAdapter();
    shared = await TokenApp.start(
      platform,
      idp,
      {
        adapter: currentAdapter(() => adapter),
        fetch: (...call) => (fetchBy ?? fetch)(...call),
      },
      toApi(),
    );
  });
  afterAll(() => Promise.all([shared.close(), idp.close(), api.close()]));
  beforeEach(() => {
    idp.reset();
    api.reset();
    idp.refreshTokens = 'rotating';
    adapter = new MemoryAdapter();
    fetchBy = undefined;
    app = shared;
  });
  afterEach(async () => {
    if (app !== shared) await app.close();
  });

  /** Signs Ada in, at the shared application unless there are options. */
  async function start(
    config?: Partial<AuthConfig>,
    provider: Partial<OIDCConfig> = {},
  ): Promise<ProviderTokensService> {
    app = config ? await TokenApp.start(platform, idp, { adapter, ...config }, provider) : shared;
    await app.signIn();
    userId = (await rowOf(adapter)).userId;
    idp.requests.length = 0;
    return app.tokens;
  }

  const sent = () => api.requests.map(({ headers, body }) => [headers.authorization, body]);
  const toApi = () => ({ resourceServers: [api.issuer] });

  it('sends the token to the origin of the userinfo endpoint if no origin is listed', async () => {
    const tokens = await start({});

    const response = await tokens.fetch(userId, 'idp', `${idp.issuer}/userinfo`);

    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ sub: 'ada' });
  });

  it.each([
    ['another host', () => 'https://evil.test/'],
    ['plain http', () => 'http://evil.test/'],
    ['a host that begins with a listed one', () => `${api.issuer}.evil.test/`],
    ['a URL with user info', () => api.issuer.replace('http://', 'http://user@')],
    ['another port', () => 'http://127.0.0.1:9/'],
    ['a relative URL', () => '/userinfo'],
  ])('sends nothing to %s (J14)', async (_, url) => {
    const tokens = await start();
    fetchBy = refuseForeign(idp, api);

    const failed = await tokens.fetch(userId, 'idp', url()).catch((error: unknown) => error);

    expect(failed).toBeInstanceOf(ProviderTokenMissing);
    expect(failed).toMatchObject({ reason: 'audience' });
    expect(api.requests).toEqual([]);
  });

  it.each<[string, () => object]>([
    ['', () => ({})],
    [', even with a signal from the caller', () => ({ signal: new AbortController().signal })],
    [', even if the caller requests it', () => ({ redirect: 'follow' })],
  ])('follows no redirect%s (J14)', async (_, init) => {
    const tokens = await start();
    api.answer('other', () => ({ status: 302, headers: { location: `${idp.issuer}/userinfo` } }));

    const { status } = await tokens.fetch(userId, 'idp', `${api.issuer}/x`, init());

    expect(status).toBe(302);
    expect(idp.requestsTo('userinfo')).toEqual([]);
  });

  it('refreshes once, and repeats each of 50 refused requests once (J15)', async () => {
    const tokens = await start();
    api.answer('other', () => refusedToken());

    const calls = Array.from({ length: 50 }, () => tokens.fetch(userId, 'idp', `${api.issuer}/x`));
    const responses = await Promise.all(calls);

    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 401));
    expect(api.requests).toHaveLength(100);
    expect(refreshes(idp)).toBe(1);
  });

  it('repeats a request whose body is a string, and sends a small stream (J16)', async () => {
    const tokens = await start();
    const old = (await rowOf(adapter)).access_token;
    api.answer('other', ({ headers }) =>
      headers.authorization === `Bearer ${old}` ? refusedToken() : { json: 'done' },
    );

    const init = { method: 'POST', body: 'a text' };
    const response = await tokens.fetch(userId, 'idp', `${api.issuer}/x`, init);

    expect(await response.json()).toBe('done');
    const now = (await rowOf(adapter)).access_token;
    expect(sent()).toEqual([
      [`Bearer ${old}`, 'a text'],
      [`Bearer ${now}`, 'a text'],
    ]);
    api.requests.length = 0;
    const body = new Blob(['a stream']).stream();
    await tokens.fetch(userId, 'idp', `${api.issuer}/x`, { method: 'POST', body });
    expect(sent()).toEqual([[`Bearer ${now}`, 'a stream']]);
  });

  it('returns the 401 if a stream is too large to send again (J16)', async () => {
    const tokens = await start();
    api.answer('other', () => refusedToken());
    const body = new Blob([new Uint8Array(10 * 1024 * 1024)]).stream();

    const { status } = await tokens.fetch(userId, 'idp', `${api.issuer}/x`, {
      method: 'POST',
      body,
    });

    expect(status).toBe(401);
    expect(api.requests.map(({ body: { length } }) => length)).toEqual([10 * 1024 * 1024]);
    expect(refreshes(idp)).toBe(0);
  });

  it.each<[string, () => ProviderFetchInit]>([
    ['a signal that has aborted', () => ({ signal: AbortSignal.abort(new Error('over')) })],
    ['a signal that aborts', () => ({ signal: AbortSignal.timeout(20) })],
    ['`timeout`', () => ({})],
  ])('stops reading a stream that stalls, by %s (J16)', async (_, init) => {
    await start();
    const hasty = await TokenApp.start(platform, idp, { adapter, timeout: 1 }, toApi());
    const cancelled = new Deferred();
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array(3)),
      cancel: () => cancelled.resolve(),
    });

    const calling = hasty.tokens.fetch(userId, 'idp', `${api.issuer}/x`, {
      ...init(),
      method: 'POST',
      body,
    });

    await expect(calling).rejects.toThrow(/over|timeout/);
    await cancelled.promise;
    expect(api.requests).toEqual([]);
    await hasty.close();
  });

  it('ends a refused request whose token cannot be refreshed (J15)', async () => {
    const cancelled = new Deferred();
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(3)),
      cancel: () => cancelled.resolve(),
    });
    const { status, headers } = refusedToken();
    const answer: typeof fetch = async (input, init) =>
      `${input as string}`.startsWith(api.issuer)
        ? new Response(endless, { status, headers: headers as HeadersInit })
        : fetch(input, init);
    const tokens = await start();
    fetchBy = answer;
    await changeRow(adapter, { refresh_token: null });

    const { signal } = new AbortController();
    const calling = tokens.fetch(userId, 'idp', `${api.issuer}/x`, { signal });

    await expect(calling).rejects.toThrow(ProviderTokenMissing);
    await cancelled.promise;
  });

  describe('if the API requires another sign-in', () => {
    const ERROR = 'error="insufficient_user_authentication"';
    const challenge = (...parameters: string[]): FakeAnswer => ({
      status: 401,
      headers: { 'www-authenticate': `Bearer ${[ERROR, ...parameters].join(', ')}` },
      json: {},
    });

    it.each<[string, FakeOutcome, object]>([
      ['nothing more', challenge(), {}],
      ['an age', challenge('max_age="5"'), { maxAge: 5 }],
      ['methods', challenge('acr_values="gold silver"'), { acrValues: ['gold', 'silver'] }],
      ['a scope', challenge('scope="pay read"', 'max_age=0'), { scope: 'pay read', maxAge: 0 }],
      ['an invalid age', challenge('max_age="soon"', 'acr_values=" "'), {}],
    ])('throws StepUpRequired with what it asks for: %s', async (_, response, wanted) => {
      const tokens = await start();
      api.answer('other', () => response);

      const failed = await tokens.fetch(userId, 'idp', `${api.issuer}/x`).catch((e: unknown) => e);

      expect(failed).toBeInstanceOf(StepUpRequired);
      const { acrValues, maxAge, scope, provider } = failed as StepUpRequired;
      expect(provider).toBe('idp');
      expect({ acrValues, maxAge, scope }).toEqual(wanted);
      expect([api.requests.length, refreshes(idp)]).toEqual([1, 0]);
    });

    it('throws it for the repeated request too', async () => {
      const tokens = await start();
      api.answer('other', () => (api.requests.length === 1 ? refusedToken() : challenge()));

      const calling = tokens.fetch(userId, 'idp', `${api.issuer}/x`);

      await expect(calling).rejects.toThrow(StepUpRequired);
      expect([api.requests.length, refreshes(idp)]).toEqual([2, 1]);
    });

    it.each<[string, FakeAnswer]>([
      ['403', { ...challenge(), status: 403 }],
      [
        'an error that only describes it',
        refusedToken(`error_description="not ${ERROR.replaceAll('"', "'")}"`),
      ],
    ])('returns any other response: %s', async (_, response) => {
      const tokens = await start();
      api.answer('other', () => response);

      const { status } = await tokens.fetch(userId, 'idp', `${api.issuer}/x`);

      expect(status).toBe(response.status);
    });

    it('responds with 401 and the sign-in page if nothing catches it', async () => {
      @Controller('payments')
      class PaymentsController {
        constructor(private readonly tokens: ProviderTokensService) {}
        @Get() pay(): Promise<Response> {
          return this.tokens.fetch(userId, 'idp', `${api.issuer}/x`);
        }
      }
      app = await TokenApp.start(platform, idp, { adapter }, toApi(), undefined, [
        PaymentsController,
      ]);
      await app.signIn();
      userId = (await rowOf(adapter)).userId;
      api.answer('other', () => challenge('max_age=60'));

      const called = await app.app.client().get('/payments');
      const opened = await app.app.client({ accept: 'text/html' }).get('/payments');

      const page = `${app.app.url}/auth/signin`;
      expect([called.status, JSON.parse(called.text)]).toEqual([
        401,
        {
          statusCode: 401,
          error: 'StepUpRequired',
          message: expect.stringMatching(/^idp: /) as unknown,
          provider: 'idp',
          maxAge: 60,
          url: page,
        },
      ]);
      const { url } = JSON.parse(opened.text) as { url: string };
      expect(url).toBe(
        `${page}?${new URLSearchParams({ callbackUrl: `${app.app.url}/payments` })}`,
      );
    });
  });

  it('lists the granted scopes, without a token (J13)', async () => {
    const tokens = await start();
    const { access_token, refresh_token } = await rowOf(adapter);

    const [grant] = await tokens.list(userId);
    expect(grant).toMatchObject({ provider: 'idp', providerAccountId: 'ada', state: 'usable' });
    expect(JSON.stringify(grant)).not.toMatch(new RegExp(`${access_token}|${refresh_token}`));

    await endsIn(adapter, 10);
    expect((await tokens.list(userId))[0]?.state).toBe('due');
    await changeRow(adapter, { refreshRefusedAt: new Date() });
    expect((await tokens.list(userId))[0]?.state).toBe('refused');
    await changeRow(adapter, { refreshRefusedAt: null, refresh_token: null, access_token: null });
    expect((await tokens.list(userId))[0]?.state).toBe('none');
  });

  it('refreshes and revokes with handlers of the application', async () => {
    const asked: unknown[] = [];
    const tokens = await start(
      {},
      {
        token: {
          refresh: async ({ provider, refreshToken, scopes }) => {
            asked.push([provider.id, refreshToken, scopes]);
            return { tokens: { access_token: 'own', expires_in: 3600 } };
          },
        },
        revocation: {
          request: async ({ token, tokenTypeHint }) => asked.push([token, tokenTypeHint]),
        },
      },
    );
    const { refresh_token } = await rowOf(adapter);
    await endsIn(adapter, -1);

    expect((await tokens.getAccessToken(userId, 'idp')).accessToken).toBe('own');
    expect(await tokens.revoke(userId, 'idp')).toEqual({ revoked: true });

    expect(asked).toEqual([
      ['idp', refresh_token, ['openid', 'profile', 'email']],
      [refresh_token, 'refresh_token'],
    ]);
    expect(refreshes(idp)).toBe(0);
  });

  it('accepts a session with a user id, and no other session or id (J18)', async () => {
    const tokens = await start();
    const expires = new Date().toISOString();
    const asSeen = (session: object) => tokens.getAccessToken(session as Session, 'idp');

    expect((await asSeen({ user: { id: userId }, expires })).provider).toBe('idp');
    await expect(asSeen({ user: { email: 'ada@example.com' }, expires })).rejects.toThrow(/user/);
    await expect(asSeen({ expires, userId })).rejects.toThrow(/user/);
    await expect(tokens.getAccessToken('', 'idp')).rejects.toThrow(/user/);
  });

  it('finds the user of a session even if the session callback hides the id (J18)', async () => {
    const hidden = { session: () => ({ expires: '', user: { name: 'Ada' } }) };
    const sessions: unknown[] = [];
    app = await TokenApp.start(platform, idp, { adapter, callbacks: hidden }, {}, (session) =>
      sessions.push(session),
    );
    const browser = await app.signIn();

    await browser.get('/session-of-guard');

    expect(sessions).toHaveLength(1);
    const token = await app.tokens.getAccessToken(sessions[0] as Session, 'idp');
    expect(token.providerAccountId).toBe('ada');
    expect((await browser.get('/auth/session')).text).not.toContain((await rowOf(adapter)).userId);
  });

  it('requires operations that Auth.js adapters lack, or warns (J19)', async () => {
    const tokens = await start({});
    for (const operation of ['advanceAccount', 'listAccountsToReseal']) {
      Object.defineProperty(adapter, operation, { value: undefined, configurable: true });
    }
    await endsIn(adapter, -1);

    const calls = Array.from({ length: 20 }, () => tokens.getAccessToken(userId, 'idp'));
    expect(new Set((await Promise.all(calls)).map(({ accessToken }) => accessToken)).size).toBe(1);
    expect(refreshes(idp)).toBe(1);
    expect(app.app.logs.warnings).toContain('tokens-single-process');

    Object.defineProperty(adapter, 'updateAccount', { value: undefined, configurable: true });
    await expect(tokens.getAccessToken(userId, 'idp')).rejects.toMatchObject({
      type: 'MissingAdapterMethods',
    });
  });

  describe('with a new configuration for each request', () => {
    const request = { headers: {} } as PlatformRequest;
    const logger = new LogCollector();

    const startLazy = async (config: Partial<AuthConfig> = {}) => {
      app = await TokenApp.startLazy(platform, idp, { adapter, logger, ...config });
      await app.signIn();
      userId = (await rowOf(adapter)).userId;
      idp.requests.length = 0;
      logger.warnings.length = 0;
      return app.tokens;
    };

    it('refreshes once in a process, and warns once about it (J19)', async () => {
      Object.defineProperty(adapter, 'advanceAccount', { value: undefined });
      const tokens = await startLazy();
      await endsIn(adapter, -1);
      idp.delay('token', 200);

      const calls = Array.from({ length: 10 }, () =>
        tokens.getAccessToken(userId, 'idp', { request }),
      );

      const got = await Promise.all(calls);
      expect(new Set(got.map(({ accessToken }) => accessToken)).size).toBe(1);
      expect(refreshes(idp)).toBe(1);
      const warned = logger.warnings.filter((code) => code === 'tokens-single-process');
      expect(warned).toHaveLength(1);
    });

    it('reports once that tokens cannot be opened, and reseals in one pass (J61, J64)', async () => {
      const loseTokens: unknown[] = [];
      const tokens = await startLazy({
        providerTokens: 'encrypt',
        encryptionSecret: 'n'.repeat(40),
        events: { loseTokens: (message) => void loseTokens.push(message) },
      });
      const row = await rowOf(adapter);
      for (const providerAccountId of ['b', 'c']) {
        await adapter.linkAccount({ ...row, providerAccountId, access_token: 'plain' });
      }
      const starts: unknown[] = [];
      const list = adapter.listAccountsToReseal.bind(adapter);
      adapter.listAccountsToReseal = (selection) => {
        starts.push(selection.after?.providerAccountId);
        return list(selection);
      };

      const counts = [];
      for (let nth = 0; nth < 3; nth += 1) counts.push(await tokens.reseal(1, { request }));
      const { refresh_token: access_token, access_token: refresh_token } = row;
      await changeRow(adapter, { access_token, refresh_token });
      for (let nth = 0; nth < 3; nth += 1) {
        const options = { request, providerAccountId: 'ada' };
        const got = tokens.getAccessToken(userId, 'idp', options);
        await expect(got).rejects.toMatchObject({ reason: 'sealed' });
      }

      expect([counts, starts]).toEqual([
        [1, 1, 0],
        [undefined, 'b', 'c'],
      ]);
      expect(loseTokens).toHaveLength(1);
    });
  });

  it('requires an adapter, and accepts stateless sessions with one (J19)', async () => {
    const tokens = await start({ session: { strategy: 'jwt' } });
    expect((await tokens.getAccessToken(userId, 'idp')).provider).toBe('idp');
    await app.close();

    app = await TokenApp.start(platform, idp, {});
    await expect(app.tokens.getAccessToken(userId, 'idp')).rejects.toMatchObject({
      type: 'MissingAdapter',
    });
  });

  it('reseals stored tokens, and leaves those that it cannot open (J64)', async () => {
    const [old, fresh] = ['o'.repeat(40), 'n'.repeat(40)];
    await start({ providerTokens: 'encrypt', encryptionSecret: old });
    const row = await rowOf(adapter);
    const { access_token: _at, refresh_token: _rt, id_token: _it, ...bare } = row;
    const access_token = 'an1.AAAAAAAA.xx';
    await adapter.linkAccount({ ...bare, access_token, providerAccountId: 'a_unreadable' });
    await app.close();

    app = await TokenApp.start(platform, idp, {
      adapter,
      providerTokens: 'encrypt',
      encryptionSecret: [fresh, old],
    });
    const counts = [await app.tokens.reseal(1), await app.tokens.reseal(1)];
    await app.close();

    expect(counts).toEqual([1, 0]);
    app = await TokenApp.start(platform, idp, {
      adapter,
      providerTokens: 'encrypt',
      encryptionSecret: [fresh],
    });
    const found = await app.tokens.getAccessToken(userId, 'idp', { providerAccountId: 'ada' });
    expect(found.accessToken).toMatch(/^at-/);
    expect(app.app.logs.lines.join('\n')).not.toContain(SECRET);
  });

  it.each([0, -1, 1.5, NaN])(
    'reports no end of resealing for a limit of %d (J64)',
    async (limit) => {
      const tokens = await start({ providerTokens: 'encrypt', encryptionSecret: 'o'.repeat(40) });
      await changeRow(adapter, { access_token: 'plain' });

      await expect(tokens.reseal(limit)).rejects.toThrow('`limit` must be a whole number');
    },
  );

  it('keeps the tokens of a sign-in during resealing (J64)', async () => {
    const secret = 'o'.repeat(40);
    const tokens = await start({ providerTokens: 'encrypt', encryptionSecret: secret });
    await changeRow(adapter, { access_token: 'plain', refresh_token: 'plain-refresh' });

    await Promise.all([tokens.reseal(), app.signIn(), tokens.reseal(), app.signIn()]);

    const { accessToken } = await tokens.getAccessToken(userId, 'idp');
    expect(accessToken).toMatch(/^at-/);
    expect((await rowOf(adapter)).access_token).toMatch(/^an1\./);
  });

  /** Signs in with these fields in the token response. @returns the account as stored */
  async function afterSignIn(members: object) {
    idp.tokens = members as Record<string, unknown>;
    await app.signIn();
    const { access_token, refresh_token, scope, expires_at } = await rowOf(adapter);
    return { access_token, refresh_token, scope: scope ?? null, expires_at: expires_at ?? null };
  }

  it('replaces the tokens at a new sign-in, except a refresh token without a successor (J11)', async () => {
    await start();
    const before = await rowOf(adapter);

    const after = await afterSignIn({ expires_in: undefined, scope: undefined });

    expect(after.access_token).not.toBe(before.access_token);
    expect(after).toMatchObject({ expires_at: null, scope: 'openid profile email' });
    const kept = await afterSignIn({ refresh_token: undefined });
    expect(kept.refresh_token).toBe(after.refresh_token);
  });

  it('keeps a wider grant, unless the provider refused it (J11)', async () => {
    await start();
    const wide = await afterSignIn({ scope: 'openid profile email drive' });

    const fewer = await afterSignIn({ scope: 'openid email' });
    expect(fewer).toEqual(wide);
    const others = await afterSignIn({ scope: 'openid calendar' });
    expect(others.access_token).not.toBe(wide.access_token);

    await afterSignIn({ scope: 'openid calendar drive' });
    await changeRow(adapter, { refreshRefusedAt: new Date() });
    const healed = await afterSignIn({ scope: 'openid' });
    expect(healed.scope).toBe('openid');
    expect((await rowOf(adapter)).refreshRefusedAt ?? null).toBeNull();
  });

  it('compares half a megabyte of scopes without searching a list for each (H06)', async () => {
    const scope = Array.from({ length: 120_000 }, (_, at) => at.toString(36)).join(' ');
    await start();
    await afterSignIn({ scope });
    const before = process.cpuUsage();

    expect((await afterSignIn({ scope: `${scope} one-more` })).scope).toContain('one-more');
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
  });

  describe('after a sign-in whose caller set the scope', () => {
    const CALLER = { authorizationParams: ['scope'] };

    /** Signs in with the scope in the query. @returns what is stored then */
    async function afterAsking(
      scope: string | undefined,
      granted?: string,
    ): Promise<AdapterAccount> {
      idp.tokens = { scope: granted };
      const browser = app.app.client();
      const query = scope === undefined ? '' : `?${new URLSearchParams({ scope })}`;
      const form = { csrfToken: await browser.csrfToken() };
      const { location = '' } = await browser.post(`/auth/signin/idp${query}`, { form });
      expect(new URL(location).searchParams.get('scope')).toBe(scope ?? DEFAULT);
      const { url } = await idp.authorize(location);
      expect((await browser.get(url.pathname + url.search)).location).toBe(app.app.url);
      return rowOf(adapter);
    }

    it.each([
      ['openid email calendar', ['calendar']],
      [undefined, ['email', 'profile']],
    ])('a response without scope grants the requested one: %j (J11)', async (asked, scopes) => {
      const tokens = await start({}, CALLER);

      const { scope, userId: owner } = await afterAsking(asked);

      expect(scope).toBe(asked ?? DEFAULT);
      await expect(tokens.getAccessToken(owner, 'idp', { scopes })).resolves.toBeDefined();
    });

    it('a wider request without scope in the response replaces the tokens (J11)', async () => {
      await start({}, CALLER);
      const first = await afterAsking('openid email', 'openid email');

      const wider = await afterAsking('openid email drive');
      expect(wider.refresh_token).not.toBe(first.refresh_token);
      expect(wider.scope).toBe('openid email drive');
      const narrower = await afterAsking('openid');
      expect(narrower.refresh_token).toBe(wider.refresh_token);
    });

    it('stores new tokens without a scope if the requested one is too long to remember (J11)', async () => {
      await start({}, CALLER);
      const first = await afterAsking('openid email drive');

      const after = await afterAsking(`openid ${'x'.repeat(600)}`);

      expect(after.refresh_token).not.toBe(first.refresh_token);
      expect(after.scope ?? null).toBeNull();
    });
  });

  it('replaces tokens whose scope `account` does not store (J11)', async () => {
    await start({}, { account: ({ scope: _scope, ...tokens }) => tokens });
    await changeRow(adapter, { scope: DEFAULT });
    const before = await rowOf(adapter);

    const after = await afterSignIn({});

    expect(after.refresh_token).not.toBe(before.refresh_token);
    expect(after.scope).toBeNull();
  });

  it('keeps no old expiry beside a new token if `account` returns it as undefined (J11)', async () => {
    await start({}, { account: ({ access_token, expires_at }) => ({ access_token, expires_at }) });
    expect((await rowOf(adapter)).expires_at).toEqual(expect.any(Number));

    expect(await afterSignIn({ expires_in: undefined })).toMatchObject({ expires_at: null });
  });
});

function refusedToken(...more: string[]): FakeAnswer {
  const parameters = ['error="invalid_token"', ...more].join(', ');
  return { status: 401, headers: { 'www-authenticate': `Bearer ${parameters}` } };
}

/** Returns a `fetch` that throws if a host other than these servers is called. */
function refuseForeign(...servers: FakeOAuthServer[]): typeof fetch {
  return (input, init) => {
    const url = input instanceof Request ? input.url : `${input}`;
    if (!servers.some(({ issuer }) => url.startsWith(`${issuer}/`)))
      throw new Error(`sent to ${url}`);
    return fetch(input, init);
  };
}
