import { type Adapter, type AuthConfig, Email, type EmailUserConfig } from '@authnest/core';
import { type ClientResponse, MemoryAdapter } from '@authnest/testing';
import { Mailbox, type MailboxOptions } from './mailbox.js';
import { type CheckedClient, type Platform, TestApp, type TestAppOptions } from './test-app.js';

export interface MailAppOptions extends Omit<TestAppOptions, 'config' | 'platform'> {
  platform: Platform;
  /** @default a memory adapter */
  adapter?: Adapter;
  /** Options for the email provider. */
  email?: EmailUserConfig;
  config?: Partial<AuthConfig>;
  mailbox?: MailboxOptions;
}

/** An application with sign-in by mail, and the mail server that it uses. */
export class MailApp {
  private constructor(
    readonly app: TestApp,
    readonly mailbox: Mailbox,
  ) {}

  static async start(options: MailAppOptions): Promise<MailApp> {
    const { adapter = new MemoryAdapter(), email, config, mailbox, ...rest } = options;
    const inbox = await Mailbox.start(mailbox);
    try {
      const app = await TestApp.start({
        ...rest,
        config: {
          adapter,
          providers: [Email({ server: inbox.url, ...email })],
          ...config,
        },
      });
      return new MailApp(app, inbox);
    } catch (thrown) {
      await inbox.close();
      throw thrown;
    }
  }

  client(headers?: Record<string, string>): CheckedClient {
    return this.app.client(headers);
  }

  /** Requests a link. @returns the link, as path and query */
  async linkFor(email: string, browser = this.client(), provider = 'email'): Promise<string> {
    const { location } = await browser.signIn(provider, { email, callbackUrl: '/home' });
    expect(location).toBe(`${this.app.url}/auth/verify-request?provider=${provider}&type=email`);
    return this.mailbox.link();
  }

  /** Follows a link in a browser that must confirm the sign-in, and presses the button. */
  async confirm(browser: CheckedClient, link: string): Promise<ClientResponse> {
    const { location = '' } = await browser.get(link);
    const { text } = await browser.get(location);
    const fields = [...text.matchAll(/<input type="hidden" name="(\w+)" value="(\w+)"/g)];
    const form = Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]));
    return browser.post(location, { form });
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.mailbox.close();
  }
}
