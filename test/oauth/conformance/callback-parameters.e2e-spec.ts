import { type FakeOAuthServer } from '@authnest/testing';
import { platforms } from '../../support/test-app.js';
import { anIdp, checkCookies, Rig, startServer } from './rig.js';

const NOT_OURS = { error: 'Configuration', upTo: 'none' } as const;
const REFUSED = { error: 'OAuthCallbackError', upTo: 'none' } as const;

describe.each(platforms())('parameters of the callback on %s', (platform) => {
  let server: FakeOAuthServer;
  let rig: Rig;

  beforeAll(async () => {
    server = await startServer();
    const others = () => [
      ...(['state', 'nonce', 'pkce'] as const).flatMap((check) => [
        anIdp(server, { id: `${check}-1`, checks: [check] }),
        anIdp(server, { id: `${check}-2`, checks: [check] }),
      ]),
      anIdp(server, { id: 'idp2' }),
      anIdp(server, { id: 'unchecked', checks: ['none'] }),
    ];
    rig = await Rig.start({ platform, others }, server);
  });
  beforeEach(() => rig.reset());
  afterAll(async () => {
    await rig.close();
    await server.close();
  });

  describe.each(['idp', 'state-1', 'nonce-1', 'pkce-1', 'unchecked'])('at provider %s', (id) => {
    it('refuses a callback from a browser without cookies (A08)', async () => {
      const callback = await rig.approve(rig.client(), id);
      const other = rig.client();

      await rig.expectRefused(other, () => other.get(callback.href), REFUSED);
    });

    it('refuses the response to a request without state, nonce and challenge (A08)', async () => {
      const browser = rig.client();
      const url = await rig.begin(browser, id);
      for (const name of ['state', 'nonce', 'code_challenge', 'code_challenge_method']) {
        url.searchParams.delete(name);
      }
      const { url: callback } = await server.authorize(url.href);
      const other = rig.client();

      expect(callback.searchParams.has('state')).toBe(false);
      await rig.expectRefused(other, () => other.get(callback.href), REFUSED);
    });

    it('refuses a response without state, even in the browser that began the sign-in (A08, C04)', async () => {
      const browser = rig.client();
      const callback = await rig.approve(browser, id);
      const left = attemptOf(checkCookies(browser));
      callback.searchParams.delete('state');

      await rig.expectRefused(browser, () => browser.get(callback.href), { ...NOT_OURS, left });
    });

    it('refuses a callback with another state while an attempt is pending (A23)', async () => {
      const browser = rig.client();
      const callback = await rig.approve(browser, id);
      for (const state of [
        'anything',
        (await rig.begin(rig.client(), id)).searchParams.get('state'),
      ]) {
        callback.searchParams.set('state', state ?? '');
        await refuseStranger(id, state ?? '');
      }
    });

    it('refuses the complete callback URL of another user (C05)', async () => {
      const attack = await rig.approve(rig.client(), id);
      const victim = rig.client();
      await rig.expectRefused(victim, () => victim.get(attack.href), REFUSED);

      const another = await rig.approve(rig.client(), id);
      const busy = rig.client();
      await rig.begin(busy, id);
      const left = attemptOf(checkCookies(busy));
      await rig.expectRefused(busy, () => busy.get(another.href), { ...NOT_OURS, left });
    });

    it('accepts each callback once (C04)', async () => {
      const browser = rig.client();
      const callback = await rig.approve(browser, id);
      await browser.get(callback.href);
      const session = browser.cookies.get('authjs.session-token');
      const calls = rig.server.requests.length;

      const repeated = await browser.get(callback.href);

      // A signed-in user is shown no error (C12).
      const page = session === undefined ? '/auth/signin?error=OAuthCallbackError' : '/home';
      expect(repeated.location).toBe(rig.app.url + page);
      expect(rig.server.requests).toHaveLength(calls);
      expect(browser.cookies.get('authjs.session-token')).toBe(session);
    });

    /** Asserts that a callback with a state that this browser did not send is refused. */
    async function refuseStranger(provider: string, state: string): Promise<void> {
      const browser = rig.client();
      const callback = await rig.approve(browser, provider);
      callback.searchParams.set('state', state);
      const left = attemptOf(checkCookies(browser));
      await rig.expectRefused(browser, () => browser.get(callback.href), { ...NOT_OURS, left });
    }
  });

  it.each(['state', 'nonce', 'pkce'])(
    'refuses the state of one provider at another if both check %s alone (A09)',
    async (check) => {
      const browser = rig.client();
      const callback = await rig.approve(browser, `${check}-1`);
      const foreign = await rig.approve(rig.client(), `${check}-2`);
      callback.pathname = `/auth/callback/${check}-2`;
      callback.searchParams.set('code', foreign.searchParams.get('code') ?? '');

      await rig.expectRefused(browser, () => browser.get(callback.href), NOT_OURS);
    },
  );

  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['truncated', (state: string) => state.slice(0, -1)],
    ['extended', (state: string) => `${state}A`],
    ['altered', (state: string) => state.replace(/.{5}$/, 'AAAAA')],
  ] as const)('refuses a state that is %s (C04)', async (_, change) => {
    const browser = rig.client();
    const callback = await rig.approve(browser);
    const state = callback.searchParams.get('state') ?? '';
    if (change === undefined) callback.searchParams.delete('state');
    else callback.searchParams.set('state', change === '' ? '' : change(state));

    // An attempt that the callback does not name stays usable.
    const left = attemptOf(checkCookies(browser));
    await rig.expectRefused(browser, () => browser.get(callback.href), { ...NOT_OURS, left });
  });

  it.each([
    ['another issuer', 'https://evil.test'],
    ['the issuer with a trailing slash', 'https://idp.example/'],
    ['empty', ''],
    ['missing, although advertised', undefined],
  ])('refuses an iss that is %s (B30)', async (_, iss) => {
    server.callback = { iss };

    await rig.expectSignInRefused(REFUSED);
  });

  it('refuses a wrong iss, and accepts a right one or none, if iss is not advertised (B30)', async () => {
    server.metadata = { authorization_response_iss_parameter_supported: undefined };
    const unpromised = await Rig.start({ platform }, server);
    await unpromised.expectSignedIn();
    server.callback = { iss: undefined };
    await unpromised.expectSignedIn();

    server.callback = { iss: 'https://evil.test' };
    await unpromised.expectSignInRefused(REFUSED);
    await unpromised.close();
  });

  it('shows an error page for an error from the provider (B32)', async () => {
    server.callback = { error: 'access_denied', code: undefined };

    await rig.expectSignInRefused({ ...REFUSED, code: 'access_denied' });
  });

  it('refuses code and error in one response (B32)', async () => {
    server.callback = { error: 'access_denied' };

    await rig.expectSignInRefused({ ...REFUSED, code: 'access_denied' });
  });

  it('refuses an error response with a wrong state (B32)', async () => {
    const browser = rig.client();
    await rig.begin(browser);
    const path = `/auth/callback/idp?error=access_denied&state=wrong&iss=${server.issuer}`;
    const left = attemptOf(checkCookies(browser));

    await rig.expectRefused(browser, () => browser.get(path), { ...NOT_OURS, left });
  });

  it('accepts no tokens from the front channel (B33)', async () => {
    const tokens = {
      access_token: 'at',
      id_token: await server.sign({ ...server.claims, sub: 'eve' }),
      token_type: 'Bearer',
    };
    server.callback = { code: undefined, ...tokens };
    await rig.expectSignInRefused(REFUSED);

    server.callback = { access_token: 'at-of-somebody-else', token_type: 'Bearer' };
    const session = await rig.expectSignedIn();
    expect(session).toMatchObject({ user: { email: 'ada@example.com' } });
  });

  it.each(['code', 'state', 'iss', 'error'])('refuses %s sent twice (C06)', async (name) => {
    for (const second of ['same', 'another', '']) {
      const browser = rig.client();
      const callback = await rig.approve(browser);
      const first = callback.searchParams.get(name) ?? 'access_denied';
      callback.searchParams.set(name, first);
      callback.searchParams.append(name, second === 'same' ? first : second);
      await expectNoSignIn(browser, callback);
    }
  });

  it.each(['code', 'state'])('refuses %s as a list or an object (C06)', async (name) => {
    for (const spelled of [`${name}[]`, `${name}[x]`, `${name}[0]`, `${name}.x`]) {
      const browser = rig.client();
      const callback = await rig.approve(browser);
      callback.searchParams.set(spelled, callback.searchParams.get(name) ?? '');
      callback.searchParams.delete(name);
      await expectNoSignIn(browser, callback);
    }
  });

  it.each(['access_denied', 'server_error', 'temporarily_unavailable', 'login_required'])(
    'shows an error page after %s, and signs the same browser in straight afterwards (H09)',
    async (error) => {
      const browser = rig.client();
      server.callback = { error, error_description: '<b>canary-words</b>', code: undefined };
      const { location = '' } = await rig.signIn(browser);

      const page = await browser.get(location);
      expect(page.status).toBe(200);
      expect(page.text).toMatch(/ role="(?:alert|status)" id="sign-in-error"/);
      expect(page.text).not.toContain('canary-words');
      rig.reset();
      await rig.expectSignedIn(browser);
    },
  );

  /** Asserts a 400 or a redirect with an error, no call to the provider, and no session. */
  async function expectNoSignIn(browser: ReturnType<Rig['client']>, callback: URL): Promise<void> {
    const calls = server.requests.length;
    rig.watched.reset();

    const response = await browser.get(callback.href);

    if (response.status === 400) expect(response.text).not.toContain('code-');
    else expect(response.location).toMatch(/\?error=(?:OAuthCallbackError|Configuration)$/);
    expect(rig.callsSince(calls)).toEqual([]);
    expect(rig.watched.done()).toEqual([]);
    expect(await browser.session()).toBeNull();
  }
});

/** Returns the names of sealed attempt cookies, without those of the Auth.js cookies. */
function attemptOf(names: readonly string[]): string[] {
  return names.filter((name) => /^authjs\.state\.[0-9a-f]{16}$/.test(name));
}
