import { type Adapter, type AuthConfig, type CredentialsConfig, Email } from '@authnest/core';
import { password, Password, type PasswordOptions, scrypt } from '@authnest/password';
import { type ClientResponse, MemoryAdapter } from '@authnest/testing';
import { Mailbox } from './mailbox.js';
import { type CheckedClient, type Platform, TestApp, type TestAppOptions } from './test-app.js';

/** Costs a thousandth of what an application should use. */
export const CHEAP = scrypt({ logN: 8 });
/** Long enough, and no canary: pages that refuse a password may repeat everything else. */
export const GOOD = 'canary-password-77b1';
export const OTHER = 'another pale green horse';

export interface PasswordAppOptions {
  platform: Platform;
  adapter?: Adapter;
  password?: PasswordOptions;
  /** In place of one with the options `password`. */
  provider?: CredentialsConfig;
  config?: Partial<AuthConfig>;
  module?: TestAppOptions['module'];
}

/** An application with passwords, and the mail server that it uses. */
export class PasswordApp {
  private constructor(
    readonly app: TestApp,
    readonly mailbox: Mailbox,
    readonly adapter: Adapter,
  ) {}

  static async start(options: PasswordAppOptions): Promise<PasswordApp> {
    const { platform, adapter = new MemoryAdapter(), config } = options;
    const { provider = Password({ hashing: CHEAP, ...options.password }) } = options;
    const mailbox = await Mailbox.start();
    try {
      const app = await TestApp.start({
        platform,
        config: {
          adapter,
          providers: [provider, Email({ server: mailbox.url })],
          ...config,
        },
        extras: { features: [password()] },
        ...(options.module && { module: options.module }),
      });
      return new PasswordApp(app, mailbox, adapter);
    } catch (thrown) {
      await mailbox.close();
      throw thrown;
    }
  }

  client(headers?: Record<string, string>): CheckedClient {
    return this.app.client(headers);
  }

  /** Sends a form of the feature, such as `forgot`. */
  async send(
    browser: CheckedClient,
    step: string,
    form: Readonly<Record<string, string>> = {},
  ): Promise<ClientResponse> {
    const csrfToken = await browser.csrfToken();
    return browser.post(`/auth/password/${step}`, { form: { ...form, csrfToken } });
  }

  async register(browser: CheckedClient, email: string, secret = GOOD): Promise<ClientResponse> {
    return this.send(browser, 'register', { email, password: secret });
  }

  /** Registers somebody, who then has the session of the returned browser. */
  async registered(email: string, secret = GOOD): Promise<CheckedClient> {
    const browser = this.client();
    await this.register(browser, email, secret);
    await this.send(browser, 'confirm', { code: (await this.newest(email)).code });
    return browser;
  }

  async signIn(email: string, secret: string, browser = this.client()): Promise<ClientResponse> {
    const csrfToken = await browser.csrfToken();
    const form = { email, password: secret, csrfToken };
    return browser.post('/auth/callback/password', { form });
  }

  /** Waits for the newest mail to an address. @returns its link, as path and query, and its code */
  async newest(to: string, count = 1): Promise<{ link: string; code: string; text: string }> {
    const theirs = () => this.mailbox.mails.filter((mail) => mail.to.includes(to));
    while (theirs().length < count) await new Promise((resolve) => setTimeout(resolve, 5));
    const newest = theirs().at(-1);
    const { text = '' } = await this.mailbox.read(newest && this.mailbox.mails.indexOf(newest));
    const url = new URL(/https?:\S+/.exec(text)?.[0] ?? 'https://none.example');
    return {
      link: url.pathname + url.search,
      code: /^\d{4} ?\d{4}$/m.exec(text)?.[0].replace(' ', '') ?? '',
      text,
    };
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.mailbox.close();
  }
}
