import type { AuthConfig, CallbacksOptions, JwtParams, SessionParams } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { authorize, OidcProvider } from '../support/oidc.js';
import { never, PATIENCE } from '../support/patience.js';
import { sentCookies } from '../support/set-cookies.js';
import { MeController, SESSION } from '../support/signed-out.js';
import { type CheckedClient, credentials, JANE, platforms, TestApp } from '../support/test-app.js';

const module = { controllers: [MeController] };

/** Returns the names of the session cookies that a response sets and does not clear. */
function openedBy(lines: readonly string[] | undefined): string[] {
  return sentCookies(lines)
    .filter(({ name, value }) => name.includes('session-token') && value !== '')
    .map(({ name }) => name);
}

/** Ways in which a callback fails. The last ones are results that only untyped code returns. */
const FAULTS: [string, () => never][] = [
  [
    'throws',
    () => {
      throw new Error('a fault');
    },
  ],
  ['rejects', () => Promise.reject(new Error('a fault')) as never],
  ['never settles', () => never() as never],
  ...[undefined, 'text', 42, true, []].map((value): [string, () => never] => [
    `returns ${JSON.stringify(value) ?? 'undefined'}`,
    () => value as never,
  ]),
];

describe.each(platforms())('a callback that fails, on %s', (platform) => {
  let app: TestApp;
  let browser: CheckedClient;
  const failing: { fault?: () => never } = {};

  /** Declares that an application with this configuration runs during a group of tests. */
  function startFor(config: () => Partial<AuthConfig>): void {
    beforeAll(async () => {
      app = await TestApp.start({ platform, config: { timeout: PATIENCE, ...config() }, module });
    });
    afterAll(() => app.close());
  }

  async function signIn(): Promise<void> {
    browser = app.client();
    await browser.signIn('credentials', JANE);
  }

  const failJwt = ({ token }: JwtParams) => (failing.fault ? failing.fault() : token);
  const failSession = ({ session: shown }: SessionParams) =>
    failing.fault ? failing.fault() : shown;

  async function expectUnavailable(): Promise<void> {
    const before = [...browser.cookies];
    const session = await browser.get('/auth/session');
    const guarded = await browser.get('/me');
    expect([session.status, guarded.status]).toEqual([503, 503]);
    for (const { headers } of [session, guarded]) expect(headers['retry-after']).toBeDefined();
    expect(session.text).not.toMatch(/jane|fault/);
    expect(guarded.text).not.toMatch(/jane|a fault/);
    expect([...browser.cookies]).toEqual(before);
    failing.fault = undefined;
    expect((await browser.get('/me')).status).toBe(200);
  }

  beforeEach(() => {
    failing.fault = undefined;
  });

  describe('with stateless sessions,', () => {
    startFor(() => ({ callbacks: { jwt: failJwt } }));

    it.each(FAULTS)('shows no session if the jwt callback %s (H13)', async (_, fault) => {
      await signIn();
      failing.fault = fault;

      await expectUnavailable();
    });

    it.each(FAULTS)(
      'creates no session if the jwt callback %s at sign-in (H13)',
      async (_, fault) => {
        failing.fault = fault;
        await signIn();

        expect(openedBy(browser.lastSetCookies)).toEqual([]);
        expect(browser.cookies.has(SESSION)).toBe(false);
        expect((await browser.get('/me')).status).toBe(401);
      },
    );
  });

  describe('with stateless sessions,', () => {
    startFor(() => ({ callbacks: { session: failSession } }));

    it.each(FAULTS)('shows no session if the session callback %s (H13)', async (_, fault) => {
      await signIn();
      failing.fault = fault;

      await expectUnavailable();
    });
  });

  describe('with stored sessions,', () => {
    startFor(() => ({ adapter: new MemoryAdapter(), callbacks: { session: failSession } }));

    it.each(FAULTS)(
      'shows no stored session if the session callback %s (H13)',
      async (_, fault) => {
        await signIn();
        failing.fault = fault;

        await expectUnavailable();
      },
    );
  });
});

describe.each(platforms())('a callback that refuses a sign-in, on %s', (platform) => {
  let idp: OidcProvider;
  beforeAll(async () => {
    idp = await OidcProvider.start();
  });
  afterAll(() => idp.close());

  const gates: [string, Partial<CallbacksOptions>, string | undefined][] = [
    ['signIn returns false', { signIn: () => false }, 'AccessDenied'],
    [
      'signIn throws',
      {
        signIn: () => {
          throw new Error('a fault');
        },
      },
      'AccessDenied',
    ],
    ['jwt returns null', { jwt: () => null }, undefined],
    [
      'jwt throws',
      {
        jwt: () => {
          throw new Error('a fault');
        },
      },
      'Configuration',
    ],
  ];

  it.each(gates)('sets no session cookie if %s (A59)', async (_, callbacks, error) => {
    const providers = [credentials(), idp.config('idp')];
    const app = await TestApp.start({ platform, config: { providers, callbacks } });
    await idp.register(app, 'idp');
    const browser = app.client();

    const responses = [
      await browser.signIn('credentials', JANE),
      await browser.get(await authorize(browser, 'idp')),
    ];

    for (const { headers, location } of responses) {
      expect(openedBy(headers['set-cookie'])).toEqual([]);
      if (error) expect(location).toBe(`${app.url}/auth/error?error=${error}`);
      else expect(location).not.toContain('error');
    }
    expect(await browser.session()).toBeNull();
    await app.close();
  });

  it('clears the previous session if jwt returns null (A59)', async () => {
    const callbacks = {
      jwt: ({ token, user }: JwtParams) => (user?.name === 'otto' ? null : token),
    };
    const app = await TestApp.start({ platform, config: { callbacks } });
    const browser = app.client();
    await browser.signIn('credentials', JANE);

    await browser.signIn('credentials', { ...JANE, username: 'otto' });

    expect(browser.cookies.has(SESSION)).toBe(false);
    await app.close();
  });
});
