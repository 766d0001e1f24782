import { type AuthConfig, OIDC, type OIDCConfig } from '@authnest/core';
import {
  type ClientResponse,
  type FakeEndpoint,
  FakeOAuthServer,
  type FakeOAuthServerOptions,
} from '@authnest/testing';
import { NOON, stopClock } from '../../support/clock.js';
import { assertOracles } from '../../support/oracles.js';
import { sentCookies } from '../../support/set-cookies.js';
import { type CheckedClient, type Platform, TestApp } from '../../support/test-app.js';
import { Watched } from '../../support/watched.js';
import { secretsOf } from './secrets-of.js';

export const CLIENT_SECRET = 'canary-client-secret-5e0c7d91b2a84f36';

export interface RigOptions {
  readonly platform: Platform;
  /** Options of the provider `idp`. */
  readonly provider?: Partial<OIDCConfig>;
  readonly server?: FakeOAuthServerOptions;
  /** Overrides the rest of the configuration. */
  readonly config?: Partial<AuthConfig>;
  /** Returns providers in addition to `idp`. */
  others?(server: FakeOAuthServer): NonNullable<AuthConfig['providers']>;
}

/** A refusal that shows a page: no session, no write, and the cookies of the attempt cleared. */
export interface Refusal {
  readonly error: string;
  /** Which kind of the error, in the URL. */
  readonly code?: string;
  /** @default the page that shows the error */
  readonly page?: 'signin' | 'error';
  /** The last endpoint that may be called; `'none'` if no call is allowed. */
  readonly upTo: 'none' | 'discovery' | 'token' | 'jwks' | 'userinfo';
  /** Names of one-time cookies of other sign-ins, which stay. */
  readonly left?: readonly string[];
}

const ORDER = ['none', 'authorize', 'discovery', 'token', 'jwks', 'userinfo'];

/** An application and a provider that can return forged values; writes and calls are recorded. */
export class Rig {
  /** Makes the server respond as an honest provider. */
  honest: () => void = () => undefined;
  private readonly secrets = new Set<string>();

  private constructor(
    readonly server: FakeOAuthServer,
    readonly app: TestApp,
    readonly watched: Watched,
    private readonly ownsServer: boolean,
  ) {}

  /** Starts both. @param shared - a server that outlives the application */
  static async start(options: RigOptions, shared?: FakeOAuthServer): Promise<Rig> {
    const { platform, provider, config } = options;
    const watched = new Watched();
    const server = shared ?? (await startServer(options.server));
    const idp = anIdp(server, provider);
    const app = await TestApp.start({
      platform,
      config: {
        ...watched.config,
        providers: [idp, ...(options.others?.(server) ?? [])],
        fetch: server.fetch,
        ...config,
      },
    });
    return new Rig(server, app, watched, shared === undefined);
  }

  client(): CheckedClient {
    return this.app.client();
  }

  /** Starts a sign-in. @returns the URL that the browser is redirected to */
  async begin(browser: CheckedClient, id = 'idp'): Promise<URL> {
    const { location = '' } = await browser.signIn(id, { callbackUrl: '/home' });
    return new URL(location);
  }

  /** Starts a sign-in and signs in at the provider. @returns the callback, which is not visited */
  async approve(browser: CheckedClient, id = 'idp'): Promise<URL> {
    return (await this.server.authorize((await this.begin(browser, id)).href)).url;
  }

  /** Completes a sign-in. @returns the response of the callback */
  async signIn(browser: CheckedClient, id = 'idp'): Promise<ClientResponse> {
    return browser.get((await this.approve(browser, id)).href);
  }

  /** Asserts that a sign-in succeeds. @returns the session as the browser reads it */
  async expectSignedIn(browser: CheckedClient = this.client(), id = 'idp') {
    const response = await this.signIn(browser, id);
    expect(response).toMatchObject({ status: 302, location: `${this.app.url}/home` });
    expect(checkCookies(browser)).toEqual([]);
    const session = await browser.session();
    expect(session).not.toBeNull();
    return session;
  }

  /** Asserts that a sign-in is refused at its callback. */
  async expectSignInRefused(refusal: Refusal, browser = this.client(), id = 'idp'): Promise<void> {
    const callback = await this.approve(browser, id);
    await this.expectRefused(browser, () => browser.get(callback.href), refusal);
  }

  /**
   * Asserts a refusal: a redirect with that error, no session cookie, one-time cookies cleared in
   * the same response, nothing written or reported, no call after the failing check, and an honest
   * sign-in that succeeds straight afterwards.
   */
  async expectRefused(
    browser: CheckedClient,
    act: () => Promise<ClientResponse>,
    { error, code, page = PAGES[error] ?? 'signin', upTo, left = [] }: Refusal,
  ): Promise<void> {
    const before = browser.cookies.get('authjs.session-token');
    this.watched.reset();
    const calls = this.server.requests.length;

    const response = await act();

    expect([302, 303]).toContain(response.status);
    const query = `error=${error}${code === undefined ? '' : `&code=${code}`}`;
    expect(response.location).toBe(`${this.app.url}/auth/${page}?${query}`);
    expect(sessionCookies(response)).toEqual([]);
    expect(checkCookies(browser)).toEqual(left);
    expect(this.watched.done()).toEqual([]);
    expect(
      this.callsSince(calls).filter((call) => ORDER.indexOf(call) > ORDER.indexOf(upTo)),
    ).toEqual([]);
    expect(browser.cookies.get('authjs.session-token')).toBe(before);
    if (before === undefined) expect(await browser.session()).toBeNull();
    await this.expectHonestSignIn();
  }

  /** Makes the provider honest again, and signs in the next user. */
  async expectHonestSignIn(): Promise<void> {
    this.reset();
    await this.expectSignedIn();
    this.reset();
  }

  /** Returns the endpoints that were called. @param since - the number of requests to skip */
  callsSince(since: number): FakeEndpoint[] {
    return this.server.requests.slice(since).map(({ endpoint }) => endpoint);
  }

  /** Makes the provider honest; the values that it received still count as secrets. */
  reset(): void {
    for (const secret of secretsOf(this.server.requests)) this.secrets.add(secret);
    this.server.reset();
    this.honest();
    this.watched.reset();
  }

  /** Closes everything. Asserts that no code, token, verifier, nonce or state was logged. */
  async close(): Promise<void> {
    this.reset();
    await this.app.close();
    if (this.ownsServer) await this.server.close();
    assertOracles(this.app.logs, [CLIENT_SECRET, ...this.secrets]);
  }
}

/** Pages of errors that the sign-in page does not show. @see docs/design/wire-contract.md 10.1 */
const PAGES: Readonly<Record<string, 'signin' | 'error'>> = {
  Configuration: 'error',
  AccessDenied: 'error',
};

/** Starts a provider whose issuer is a public URL, so that the checks for such issuers apply. */
export function startServer(options: FakeOAuthServerOptions = {}): Promise<FakeOAuthServer> {
  const issuer = 'https://idp.example';
  return FakeOAuthServer.start({ issuer, clientSecret: CLIENT_SECRET, ...options });
}

let days = 0;

/**
 * Stops the clock on the next day, when nothing that an application has cached is still valid, so
 * that tests need no new application. @returns the time, in milliseconds since the epoch
 */
export function nextDay(): number {
  const now = NOON + (days += 1) * 24 * 60 * 60 * 1000;
  stopClock(now);
  return now;
}

/** Configures the provider as an application would, with every check on. */
export function anIdp(server: FakeOAuthServer, options: Partial<OIDCConfig> = {}): OIDCConfig {
  const checks = ['pkce', 'state', 'nonce'] as const;
  return OIDC({ id: 'idp', name: 'IdP', ...server.client, checks, ...options });
}

/** Returns the names of the one-time cookies that a browser has. */
export function checkCookies({ cookies }: CheckedClient): string[] {
  return [...cookies.keys()].filter((name) => /state|nonce|pkce/.test(name)).sort();
}

function sessionCookies({ headers }: ClientResponse): string[] {
  return sentCookies(headers['set-cookie'])
    .filter(({ name, value }) => name.includes('session-token') && value !== '')
    .map(({ name }) => name);
}
