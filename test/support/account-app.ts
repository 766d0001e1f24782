import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type AccountOptions,
  type Adapter,
  type AdapterUser,
  type AuthConfig,
  type AuthFeature,
  type AuthMail,
  Email,
} from '@authnest/core';
import { password, Password } from '@authnest/password';
import { type ClientResponse, MemoryAdapter } from '@authnest/testing';
import { MapRegistry } from './map-registry.js';
import { CHEAP } from './password-app.js';
import { type CheckedClient, PASSWORD, type Platform, TestApp } from './test-app.js';

export interface AccountAppOptions {
  readonly platform: Platform;
  /** `jwt`: with a registry; `bare`: stateless sessions without one. */
  readonly strategy: 'jwt' | 'bare' | 'database';
  readonly adapter?: Adapter;
  readonly account?: AccountOptions;
  readonly config?: Partial<AuthConfig>;
  readonly features?: readonly AuthFeature[];
  readonly module?: object;
}

const SESSIONS = {
  jwt: () => ({ strategy: 'jwt', revocation: new MapRegistry() }) as const,
  bare: () => ({ strategy: 'jwt' }) as const,
  database: () => ({ strategy: 'database' }) as const,
};

/** A link, as path and query. */
export type Link = string;

/** An application whose users manage their account, and the mails that it sent. */
export class AccountApp {
  /** Oldest first. */
  readonly mails: AuthMail[] = [];
  readonly events: unknown[] = [];
  app!: TestApp;

  private constructor(readonly adapter: Adapter) {}

  static async start(options: AccountAppOptions): Promise<AccountApp> {
    const { platform, strategy, adapter = new MemoryAdapter(), account, config } = options;
    const own = new AccountApp(adapter);
    const heard = (name: string) => (message: unknown) => void own.events.push([name, message]);
    own.app = await TestApp.start({
      platform,
      config: {
        adapter,
        session: SESSIONS[strategy](),
        account: account ?? { changeEmail: true, deletion: true },
        mailer: (mail) => void own.mails.push(mail),
        events: { changeEmail: heard('changeEmail'), deleteUser: heard('deleteUser') },
        providers: [
          Password({ hashing: CHEAP }),
          Email({
            from: 'a@app.example',
            sendVerificationRequest: ({ identifier, url }) =>
              void own.mails.push({ kind: 'sign-in', to: identifier, url } as AuthMail),
          }),
          {
            id: 'credentials',
            name: 'Staff',
            type: 'credentials',
            usersOfAdapter: true,
            credentials: { id: {}, password: { type: 'password' } },
            authorize: async ({ id, password: typed }: Record<string, string>) =>
              typed === PASSWORD ? ((await adapter.getUser?.(id ?? '')) ?? null) : null,
          },
        ],
        ...config,
      },
      extras: { features: [password(), ...(options.features ?? [])] },
      ...(options.module && { module: options.module }),
    });
    return own;
  }

  async user(more: Partial<AdapterUser> = {}): Promise<AdapterUser> {
    const id = randomUUID();
    const user = { id, email: `${id}@old.example`, emailVerified: new Date(), ...more };
    return (await this.adapter.createUser?.(user)) as AdapterUser;
  }

  now({ id }: AdapterUser): Promise<AdapterUser | null> {
    return Promise.resolve(this.adapter.getUser?.(id) ?? null);
  }

  async signedIn({ id }: AdapterUser, browser = this.app.client()): Promise<CheckedClient> {
    await browser.signIn('credentials', { id, password: PASSWORD });
    return browser;
  }

  /** Sends a form, such as `email`. */
  async send(
    browser: CheckedClient,
    step: string,
    form: Readonly<Record<string, string>> = {},
  ): Promise<ClientResponse> {
    const csrfToken = await browser.csrfToken();
    return browser.post(`/auth/account/${step}`, { form: { ...form, csrfToken } });
  }

  /** Waits for the newest mail to an address of a kind. */
  async mail(to: string, kind: string, count = 1): Promise<AuthMail> {
    const theirs = () => this.mails.filter((mail) => mail.to === to && mail.kind === kind);
    for (let turn = 0; theirs().length < count; turn += 1) {
      if (turn > 400) throw new Error(`no mail ${kind} to ${to}`);
      await delay(5);
    }
    return theirs().at(-1) as AuthMail;
  }

  async link(to: string, kind: string, count = 1): Promise<Link> {
    const { pathname, search } = new URL((await this.mail(to, kind, count)).url ?? '');
    return pathname + search;
  }

  /** Follows a link, and submits the form of its page. */
  async follow(browser: CheckedClient, link: Link): Promise<ClientResponse> {
    const page = await browser.get(link);
    if (page.location === undefined) return page;
    const { pathname, search, searchParams } = new URL(page.location);
    const shown = await browser.get(pathname + search);
    if (!shown.text.includes('<form')) return shown;
    const of = searchParams.get('of');
    return this.send(browser, pathname.split('/').at(-1) ?? '', of === null ? {} : { of });
  }

  /** Changes an address, with every confirmation in one browser. */
  async changed(browser: CheckedClient, user: AdapterUser, email: string): Promise<void> {
    await this.send(browser, 'email', { email });
    await this.follow(browser, await this.link(user.email, 'confirm-email'));
    await this.follow(browser, await this.link(email, 'confirm-email'));
  }

  async close(): Promise<void> {
    await this.app.close();
  }
}
