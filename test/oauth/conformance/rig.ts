import { type AuthConfig, OIDC, type OIDCConfig } from '@authnest/core';
import {
  type ClientResponse,
  type FakeEndpoint,
  FakeOAuthServer,
  type FakeOAuthServerOptions,
} from '@authnest/testing';
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
  /** Merged over the rest of the configuration. */
  readonly config?: Partial<AuthConfig>;
  /** Other providers beside `idp`. */
  others?(server: FakeOAuthServer): NonNullable<AuthConfig['providers']>;
}

/** A refusal that ends on a page: no session, no write, and the cookies of the attempt cleared. */
export interface Refusal {
  readonly error: string;
  /** @default the page that goes with the error */
  readonly page?: 'signin' | 'error';
  /** The last endpoint that may be called; `'none'` where no call is allowed. */
  readonly upTo: 'none' | 'discovery' | 'token' | 'jwks' | 'userinfo';
  /** Names of one-time cookies of other sign-ins, which stay. */
  readonly left?: readonly string[];
}

const ORDER = ['none', 'authorize', 'discovery', 'token', 'jwks', 'userinfo'];

/** An application and a provider that can return false values; writes and calls are recorded. */
export class Rig {
  /** Sets the server to what an honest provider returns. */
  honest: () => void = () => undefined;
  private readonly secrets = new Set<string>();

  private constructor(
    readonly server: FakeOAuthServer,
    readonly app: TestApp,
    readonly watched: Watched,
    private readonly ownsServer: boolean,
  ) {}

  /** @param shared - a server that outlives the application */
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

  /** The whole sign-in. @returns the response of the callback */
  async signIn(browser: CheckedClient, id = 'idp'): Promise<ClientResponse> {
    return browser.get((await this.approve(browser, id)).href);
  }

  /** A sign-in that must succeed. @returns what the session shows */
  async expectSignedIn(browser: CheckedClient = this.client(), id = 'idp') {
    const response = await this.signIn(browser, id);
    expect(response).toMatchObject({ status: 302, location: `${this.app.url}/home` });
    expect(checkCookies(browser)).toEqual([]);
    const session = await browser.session();
    expect(session).not.toBeNull();
    return session;
  }

  /** A whole sign-in that must be refused. */
  async expectSignInRefused(refusal: Refusal, browser = this.client(), id = 'idp'): Promise<void> {
    const callback = await this.approve(browser, id);
    await this.expectRefused(browser, () => browser.get(callback.href), refusal);
  }

  /**
   * Asserts `E:code`: a redirect with that error, no session cookie, one-time cookies cleared in the
   * same response, nothing written or reported, nobody called after the failing check; an honest sign-in
   * straight afterwards succeeds.
   */
  async expectRefused(
    browser: CheckedClient,
    act: () => Promise<ClientResponse>,
    { error, page = PAGES[error] ?? 'signin', upTo, left = [] }: Refusal,
  ): Promise<void> {
    const before = browser.cookies.get('authjs.session-token');
    this.watched.reset();
    const calls = this.server.requests.length;

    const response = await act();

    expect([302, 303]).toContain(response.status);
    expect(response.location).toBe(`${this.app.url}/auth/${page}?error=${error}`);
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

  /** Endpoints that were called since. @param since - the number of requests before */
  callsSince(since: number): FakeEndpoint[] {
    return this.server.requests.slice(since).map(({ endpoint }) => endpoint);
  }

  /** Makes the provider honest; the values that it received still count as secret. */
  reset(): void {
    for (const secret of secretsOf(this.server.requests)) this.secrets.add(secret);
    this.server.reset();
    this.honest();
    this.watched.reset();
  }

  /** Closes everything. No code, token, verifier, nonce or state may have been logged. */
  async close(): Promise<void> {
    this.reset();
    await this.app.close();
    if (this.ownsServer) await this.server.close();
    assertOracles(this.app.logs, [CLIENT_SECRET, ...this.secrets]);
  }
}

/** The page that shows an error. @see docs/design/wire-contract.md 10.1 */
const PAGES: Readonly<Record<string, 'signin' | 'error'>> = {
  Configuration: 'error',
  AccessDenied: 'error',
};

/** The issuer is a public URL, so that the checks of public providers are on. */
export function startServer(options: FakeOAuthServerOptions = {}): Promise<FakeOAuthServer> {
  const issuer = 'https://idp.example';
  return FakeOAuthServer.start({ issuer, clientSecret: CLIENT_SECRET, ...options });
}

/** The provider as an application configures it, with every check on. */
export function anIdp(server: FakeOAuthServer, options: Partial<OIDCConfig> = {}): OIDCConfig {
  const checks = ['pkce', 'state', 'nonce'] as const;
  return OIDC({ id: 'idp', name: 'IdP', ...server.client, checks, ...options });
}

/** Names of the one-time cookies that a browser holds, without the digest of the attempt. */
export function checkCookies({ cookies }: CheckedClient): string[] {
  return [...cookies.keys()].filter((name) => /state|nonce|pkce/.test(name)).sort();
}

function sessionCookies({ headers }: ClientResponse): string[] {
  return sentCookies(headers['set-cookie'])
    .filter(({ name, value }) => name.includes('session-token') && value !== '')
    .map(({ name }) => name);
}
