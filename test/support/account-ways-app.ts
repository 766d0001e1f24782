import { randomUUID } from 'node:crypto';
import {
  type Adapter,
  type AdapterUser,
  type AuthConfig,
  type AuthMail,
  Credentials,
  OIDC,
  Passkey,
} from '@authnest/core';
import { aUser, type ClientResponse, FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import type { ModuleMetadata } from '@nestjs/common';
import { plainOAuth } from './plain-oauth.js';
import { type CheckedClient, PASSWORD, type Platform, TestApp } from './test-app.js';

export interface AccountWaysAppOptions {
  readonly platform: Platform;
  readonly strategy?: 'jwt' | 'database';
  readonly adapter?: Adapter;
  readonly config?: Partial<AuthConfig>;
  readonly module?: ModuleMetadata;
}

/** The OpenID provider of the application. */
export const ISSUER = 'https://idp.example';

/** An application whose users have a password of its own list, and link two kinds of accounts. */
export class AccountWaysApp {
  private constructor(
    readonly app: TestApp,
    readonly idp: FakeOAuthServer,
    readonly adapter: Adapter,
    readonly mails: AuthMail[],
  ) {}

  static async start(options: AccountWaysAppOptions): Promise<AccountWaysApp> {
    const { platform, strategy = 'database', adapter = new MemoryAdapter(), module } = options;
    const idp = await FakeOAuthServer.start({ issuer: ISSUER });
    const mails: AuthMail[] = [];
    const config: Partial<AuthConfig> = {
      adapter,
      fetch: idp.fetch,
      session: { strategy },
      account: true,
      trustHost: true,
      mailer: (mail) => void mails.push(mail),
      providers: [
        Credentials({
          usersOfAdapter: true,
          credentials: { email: {}, password: { type: 'password' } },
          authorize: async ({ email = '', password }) =>
            password === PASSWORD ? ((await adapter.getUserByEmail?.(email)) ?? null) : null,
        }),
        OIDC({ id: 'idp', name: 'IdP', ...idp.client }),
        plainOAuth(),
        Passkey({}),
      ],
      experimental: { enableWebAuthn: true },
      ...options.config,
    };
    const app = await TestApp.start({ platform, config, ...(module && { module }) });
    return new AccountWaysApp(app, idp, adapter, mails);
  }

  get url(): string {
    return this.app.url;
  }

  /** Stores a user, whose address is proven, with these accounts. */
  async user(...providers: readonly ('idp' | 'gh')[]): Promise<AdapterUser> {
    const id = randomUUID();
    const user = await this.adapter.createUser?.({
      ...aUser(),
      id,
      name: 'Ada',
      email: `${id}@x.example`,
      emailVerified: new Date(),
    });
    if (!user) throw new Error('the adapter stores no users');
    for (const provider of providers) await this.give(user, provider);
    return user;
  }

  /** Links an account to a user, as if that had happened before. */
  async give({ id: userId }: AdapterUser, provider: 'idp' | 'gh'): Promise<void> {
    await this.adapter.linkAccount?.({
      userId,
      provider,
      providerAccountId: `${provider}-${userId}`,
      type: provider === 'idp' ? 'oidc' : 'oauth',
      access_token: 'canary-access-token-31f0',
    });
  }

  async signedIn({ email }: AdapterUser, headers?: Record<string, string>): Promise<CheckedClient> {
    const browser = this.app.client(headers);
    await browser.signIn('credentials', { email, password: PASSWORD });
    return browser;
  }

  /** Posts one of the forms of the account page. */
  async post(
    browser: CheckedClient,
    form: string,
    fields: Readonly<Record<string, string>> = {},
    headers?: Readonly<Record<string, string>>,
  ): Promise<ClientResponse> {
    const csrfToken = await browser.csrfToken();
    return browser.post(`/auth/account/${form}`, { form: { ...fields, csrfToken }, headers });
  }

  /** Returns what scripts get of the account page. */
  async overview<T = Record<string, unknown>>(browser: CheckedClient): Promise<T> {
    return (await browser.get('/auth/account', { accept: 'application/json' })).json<T>();
  }

  /** Completes a sign-in at the OpenID provider. @param subject - of the account there */
  async atProvider(browser: CheckedClient, location: string, subject: string) {
    this.idp.claims = { sub: subject, email: `${subject}@idp.example`, email_verified: true };
    const { url } = await this.idp.authorize(location);
    return browser.get(url.pathname + url.search);
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.idp.close();
  }
}
