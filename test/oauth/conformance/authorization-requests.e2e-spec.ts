import { type FakeOAuthServer } from '@authnest/testing';
import { type CheckedClient, platforms } from '../../support/test-app.js';
import { anIdp, checkCookies, Rig, startServer } from './rig.js';

describe.each(platforms())('authorization requests on %s', (platform) => {
  let server: FakeOAuthServer;
  let rig: Rig;

  beforeAll(async () => {
    server = await startServer();
    const others = () => [
      anIdp(server, { id: 'default', checks: undefined }),
      anIdp(server, { id: 'open', authorizationParams: [...HOSTILE.keys(), 'login_hint'] }),
    ];
    rig = await Rig.start({ platform, others }, server);
  });
  beforeEach(() => rig.reset());
  afterAll(async () => {
    await rig.close();
    await server.close();
  });

  /** Starts a sign-in with parameters in the query and in the body. */
  async function ask(id: string, query = {}, body = {}, headers = {}): Promise<URLSearchParams> {
    const browser = rig.client();
    const form = { csrfToken: await browser.csrfToken(), ...body };
    const path = `/auth/signin/${id}?${new URLSearchParams(query)}`;
    const { location = '' } = await browser.post(path, { form, headers });
    expect(location).toMatch(/^https:\/\/idp\.example\/authorize\?/);
    return new URL(location).searchParams;
  }

  it.each(['idp', 'default'])('sends %s a new S256 challenge each time (C01)', async (id) => {
    const verifiers = new Set<string>();
    const challenges = new Set<string>();
    const browsers = Array.from({ length: 100 }, () => rig.client());
    for (const browser of browsers) {
      const url = await rig.begin(browser, id);
      expect(url.searchParams.getAll('code_challenge_method')).toEqual(['S256']);
      challenges.add(url.searchParams.get('code_challenge') ?? '');
      if (browsers.indexOf(browser) % 10 === 0) {
        await browser.get((await server.authorize(url.href)).url.href);
        verifiers.add(server.requestsTo('token').at(-1)?.form.get('code_verifier') ?? '');
      }
    }

    expect(challenges.size).toBe(100);
    expect(verifiers.size).toBe(10);
    for (const challenge of challenges) expect(challenge).toMatch(/^[\w-]{43}$/);
    for (const verifier of verifiers) expect(verifier).toMatch(/^[\w.~-]{43,128}$/);
  });

  it.each([
    ['nothing', undefined],
    ['an empty list', []],
    ['only plain', ['plain']],
    ['an unknown method', ['S512']],
  ])('sends an S256 challenge to a provider that advertises %s (C02)', async (_, methods) => {
    server.metadata = { code_challenge_methods_supported: methods };
    const weak = await Rig.start({ platform }, server);

    for (const round of [1, 2]) {
      const { searchParams } = await weak.begin(weak.client());
      expect([round, searchParams.get('code_challenge_method')]).toEqual([round, 'S256']);
      for (const name of ['state', 'nonce', 'code_challenge']) {
        expect(searchParams.get(name)).toMatch(/^[\w.-]{43,}$/);
      }
    }
    await weak.expectSignedIn();
    await weak.close();
  });

  it.each(['idp', 'open'])(
    'lets no caller change the client, the target or the checks: %s (C07)',
    async (id) => {
      const honest = await ask(id);
      const hostile = Object.fromEntries(HOSTILE);

      for (const asked of [await ask(id, hostile), await ask(id, {}, hostile)]) {
        for (const name of ['redirect_uri', 'client_id', 'response_type', 'scope']) {
          if (name === 'scope' && id === 'open') continue;
          expect(asked.getAll(name)).toEqual(honest.getAll(name));
        }
        for (const [name, value] of HOSTILE) {
          if (DECISIVE.has(name)) expect(asked.getAll(name)).not.toContain(value);
        }
        for (const name of ['state', 'nonce', 'code_challenge', 'code_challenge_method']) {
          expect(asked.getAll(name)).toHaveLength(1);
        }
        expect(asked.get('code_challenge_method')).toBe('S256');
        expect(asked.has('request') || asked.has('request_uri')).toBe(false);
      }
    },
  );

  it('passes on only parameters that authorizationParams lists (C07)', async () => {
    const asked = await ask('idp', { prompt: 'none', login_hint: 'x', audience: 'y' });

    for (const name of ['prompt', 'login_hint', 'audience', 'csrfToken', 'callbackUrl']) {
      expect(asked.has(name)).toBe(false);
    }
    expect((await ask('open', { login_hint: 'ada' })).get('login_hint')).toBe('ada');
  });

  it.each([
    [{ login_hint: 'ada' }, { login_hint: 'eve' }, 'ada'],
    [{ login_hint: '' }, { login_hint: 'ada' }, 'ada'],
    [{}, { login_hint: 'ada' }, 'ada'],
    [{ login_hint: '' }, {}, ''],
    [{}, {}, null],
  ])('for the query %j and the body %j, login_hint is %j', async (query, body, sent) => {
    expect((await ask('open', query, body)).get('login_hint')).toBe(sent);
  });

  it.each(['token', 'id_token', 'code token', 'code id_token'])(
    'never requests response_type %j, even if an option or a caller sets it (B33)',
    async (type) => {
      const authorization = { params: { response_type: type } };
      const configured = await Rig.start({ platform, provider: { authorization } }, server);
      const { location = '' } = await configured.client().signIn('idp');
      if (location.startsWith('https://idp.example')) {
        expect(new URL(location).searchParams.getAll('response_type')).toEqual(['code']);
      } else expect(location).toContain('error=');
      await configured.close();

      expect((await ask('open', { response_type: type })).getAll('response_type')).toEqual([
        'code',
      ]);
    },
  );

  it('sends no parameter twice that the URL of the endpoint contains already (B33, C07)', async () => {
    const inUrl = {
      response_type: 'token',
      client_id: 'other',
      redirect_uri: 'https://evil.test',
      state: '1',
      code_challenge_method: 'plain',
      scope: 'openid email',
      login_hint: 'ada',
      resource: 'https://one.example',
    };
    const url = `${server.issuer}/authorize?${new URLSearchParams(inUrl)}&resource=https://two.example`;
    const provider = {
      authorization: { url, params: { scope: 'openid' } },
      authorizationParams: ['login_hint'],
    };
    const configured = await Rig.start({ platform, provider }, server);
    const { location = '' } = await configured.client().signIn('idp', { login_hint: 'eve' });
    const { searchParams: asked } = new URL(location);

    expect(asked.getAll('response_type')).toEqual(['code']);
    expect(asked.getAll('client_id')).toEqual(['client']);
    expect(asked.getAll('redirect_uri')).toEqual([`${configured.app.url}/auth/callback/idp`]);
    expect(asked.getAll('state')).toEqual([expect.stringMatching(/^[\w.-]{43,}$/)]);
    expect(asked.getAll('code_challenge_method')).toEqual(['S256']);
    expect(asked.getAll('scope')).toEqual(['openid']);
    expect(asked.getAll('login_hint')).toEqual(['eve']);
    expect(asked.getAll('resource')).toEqual(['https://one.example', 'https://two.example']);
    await configured.expectSignedIn();
    await configured.close();
  });

  it('takes a response type from the URL of the endpoint, unless it sends tokens (B33)', async () => {
    const typeAt = async (type: string) => {
      const authorization = `${server.issuer}/authorize?response_type=${type}`;
      const configured = await Rig.start({ platform, provider: { authorization } }, server);
      const { searchParams } = await configured.begin(configured.client());
      await configured.close();
      return searchParams.getAll('response_type');
    };

    expect(await typeAt('Assertion')).toEqual(['Assertion']);
    expect(await typeAt('code%20id_token')).toEqual(['code']);
  });

  it.each([
    ['Host', { host: 'evil.test' }],
    ['X-Forwarded-Host', { 'x-forwarded-host': 'evil.test' }],
    ['X-Forwarded-Proto', { 'x-forwarded-proto': 'https' }],
    ['X-Forwarded-Port', { 'x-forwarded-port': '8443' }],
    ['Forwarded', { forwarded: 'host=evil.test;proto=https' }],
    ['Host with a port', { host: 'app.example:8443' }],
  ])(
    'sends the same redirect_uri to both endpoints despite a forged %s (C08)',
    async (_, headers) => {
      const [before] = [process.env['AUTH_URL']];
      process.env['AUTH_URL'] = 'https://app.example';
      try {
        const fixed = await Rig.start({ platform }, server);
        const browser = fixed.app.client({ ...headers, origin: 'https://app.example' });
        const form = { csrfToken: await browser.csrfToken() };
        const { location = '' } = await browser.post('/auth/signin/idp', { form });
        const { url } = await server.authorize(location);
        await browser.get(`${url.pathname}${url.search}`);

        const [asked] = server.requestsTo('authorize');
        const [redeemed] = server.requestsTo('token');
        expect(asked?.query.get('redirect_uri')).toBe('https://app.example/auth/callback/idp');
        expect(redeemed?.form.get('redirect_uri') ?? 'no call').toBe(
          'https://app.example/auth/callback/idp',
        );
        await fixed.close();
      } finally {
        if (before === undefined) delete process.env['AUTH_URL'];
      }
    },
  );

  it.each(['GET', 'HEAD'])('does not redirect to a provider on %s (A55)', async (method) => {
    const browser: CheckedClient = rig.client();

    const response = await browser.request(method, '/auth/signin/idp', {
      'sec-fetch-dest': 'image',
    });

    expect(`${response.location}`).not.toContain('idp.example');
    expect(checkCookies(browser)).toEqual([]);
    expect(server.requests).toEqual([]);
  });
});

/** Parameters that an attacker would set. @see docs/design/security-bar.md C07 */
const HOSTILE = new Map([
  ['redirect_uri', 'https://evil.test'],
  ['client_id', 'x'],
  ['response_type', 'token'],
  ['response_mode', 'fragment'],
  ['scope', 'admin'],
  ['state', '1'],
  ['nonce', '1'],
  ['code_challenge', 'x'],
  ['code_challenge_method', 'plain'],
  ['prompt', 'none'],
  ['request', 'eyJhbGciOiJub25lIn0..'],
  ['request_uri', 'https://evil.test/request'],
  ['dpop_jkt', 'x'],
  ['authorization_details', '[{"type":"payment"}]'],
  ['client_assertion', 'eyJhbGciOiJub25lIn0..'],
  ['client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'],
  ['id_token_hint', 'eyJhbGciOiJub25lIn0..'],
  ['registration', '{"redirect_uris":["https://evil.test"]}'],
]);
const DECISIVE = new Set([...HOSTILE.keys()].filter((name) => !['scope', 'prompt'].includes(name)));
