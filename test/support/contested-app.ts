import {
  type Adapter,
  type AuthConfig,
  Email,
  OIDC,
  Passkey,
  type SessionOptions,
} from '@authnest/core';
import type { ClientResponse, FakeOAuthServer } from '@authnest/testing';
import { PasskeyUser } from './passkeys.js';
import { SoftwareAuthenticator } from './software-authenticator.js';
import { type CheckedClient, type Platform, TestApp } from './test-app.js';

interface ContestedAppOptions {
  platform: Platform;
  adapter: Adapter;
  provider: FakeOAuthServer;
  session?: SessionOptions;
  callbacks?: AuthConfig['callbacks'];
}

/**
 * An application in which an attacker registers another person's email address with a passkey, and
 * the owner of the address signs in later with an emailed link.
 */
export class ContestedApp {
  private constructor(
    readonly app: TestApp,
    private readonly provider: FakeOAuthServer,
    private readonly links: ReadonlyMap<string, string>,
  ) {}

  static async start(options: ContestedAppOptions): Promise<ContestedApp> {
    const { platform, adapter, provider, session, callbacks } = options;
    const links = new Map<string, string>();
    const app = await TestApp.start({
      platform,
      config: {
        adapter,
        session,
        callbacks,
        experimental: { enableWebAuthn: true },
        providers: [
          Email({
            sendVerificationRequest: ({ identifier, url }) => void links.set(identifier, url),
          }),
          Passkey({}),
          OIDC({ id: 'idp', name: 'IdP', ...provider.client }),
        ],
      },
    });
    return new ContestedApp(app, provider, links);
  }

  /** Registers an attacker with a passkey and an address that is not their own. */
  async attackerOf(email: string): Promise<Attacker> {
    const user = new PasskeyUser(this.app);
    const { authenticator } = await user.register(email);
    return { user, browser: user.browser, authenticator };
  }

  /** Requests a link for an address. @returns a function that follows it in the same browser */
  async linkOf(email: string, browser: CheckedClient): Promise<() => Promise<ClientResponse>> {
    await browser.signIn('email', { email, callbackUrl: '/home' });
    const link = new URL(this.links.get(email) ?? '');
    return () => browser.get(link.pathname + link.search);
  }

  /** Starts to link an account at the provider. @returns a function that sends the callback */
  async linkingOf(browser: CheckedClient, sub: string): Promise<() => Promise<ClientResponse>> {
    this.provider.claims = { sub, name: sub };
    const { location = '' } = await browser.signIn('idp', { callbackUrl: '/home' });
    const { url } = await this.provider.authorize(location);
    return () => browser.get(url.pathname + url.search);
  }

  /** Creates another passkey. @returns a function that registers it */
  async passkeyOf(user: PasskeyUser): Promise<() => Promise<ClientResponse>> {
    const { options } = await user.ask({ action: 'register' });
    const made = new SoftwareAuthenticator(this.app.url).create(options);
    return () => user.respond('register', made);
  }

  /** Starts to sign in by passkey in a new browser. @returns it, and a function to complete this */
  async returnOf(authenticator: SoftwareAuthenticator): Promise<{
    browser: CheckedClient;
    go: () => Promise<ClientResponse>;
  }> {
    const user = new PasskeyUser(this.app);
    const { options } = await user.ask({ action: 'authenticate' });
    const result = authenticator.get(options);
    return { browser: user.browser, go: () => user.respond('authenticate', result) };
  }

  close(): Promise<void> {
    return this.app.close();
  }
}

/** An attacker who is signed in with an address that is not their own. */
export interface Attacker {
  readonly user: PasskeyUser;
  readonly browser: CheckedClient;
  readonly authenticator: SoftwareAuthenticator;
}
