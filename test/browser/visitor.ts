import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Page,
  Request,
} from 'playwright-core';
import { until } from '../support/until.js';
import type { ExampleProcess } from './example-process.js';

/** A user with their own browser, and the errors that it reported. */
export class Visitor {
  /** Script and console errors, including violations of the content security policy. */
  readonly complaints: string[] = [];
  readonly requests: Request[] = [];

  private constructor(
    private readonly context: BrowserContext,
    readonly page: Page,
    private readonly example: ExampleProcess,
  ) {
    context.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(message.text());
    });
    context.on('weberror', (error) => this.complaints.push(error.error().message));
    context.on('request', (request) => this.requests.push(request));
  }

  static async arrive(
    browser: Browser,
    example: ExampleProcess,
    options: BrowserContextOptions = {},
  ): Promise<Visitor> {
    const context = await browser.newContext({ ...options, baseURL: example.url });
    return new Visitor(context, await context.newPage(), example);
  }

  /** Signs in with an account of the provider, starting on the sign-in page. */
  async signInAtProvider(person: string, provider = 'Demo provider'): Promise<void> {
    const name = `Continue with ${provider}`;
    await this.page.getByRole('button', { name, exact: true }).click();
    await this.page.waitForURL((url) => url.origin === this.example.issuer);
    await this.page.getByRole('button', { name: person }).click();
    await this.page.waitForURL((url) => url.origin === this.example.url);
  }

  /** Signs in with a password, starting on the sign-in page. */
  async signInWithPassword(email: string, password: string): Promise<void> {
    await this.page.getByLabel('Email address').fill(email);
    await this.page.getByLabel('Password').fill(password);
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  /** Requests a link on the sign-in page, and returns the link from the inbox. */
  async askForLink(email: string): Promise<string> {
    await this.page.getByLabel('Email address').fill(email);
    await this.page.getByRole('button', { name: 'Email me a link' }).click();
    await this.page.waitForURL(/\/auth\/verify-request/);
    return this.newestLink(email, 'Sign in');
  }

  /** Waits until the newest mail to an address has a link with this name, and returns it. */
  async newestLink(email: string, name: string): Promise<string> {
    const inbox = await this.context.newPage();
    const link = inbox.frameLocator('iframe').getByRole('link', { name });
    await until(`the newest mail to ${email} has the link`, async () => {
      await inbox.goto(this.example.inbox);
      const mails = inbox.getByRole('link', { name: `to ${email}` });
      if ((await mails.count()) === 0) return false;
      await mails.first().click();
      await inbox.frameLocator('iframe').locator('p').first().waitFor();
      return (await link.count()) > 0;
    });
    const href = (await link.getAttribute('href')) ?? '';
    await inbox.close();
    return href;
  }

  /** Signs out, starting on any page of the example. */
  async signOut(): Promise<void> {
    await this.askToSignOut();
    await this.page.waitForURL(`${this.example.url}/`);
  }

  /** Signs out after a sign-in at a provider, whose page ends the session there too. */
  async signOutAtProvider(): Promise<void> {
    await this.askToSignOut();
    await this.page.waitForURL((url) => url.origin === this.example.issuer);
    await this.page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await this.page.waitForURL(`${this.example.url}/`);
  }

  /** Signs out, starting on any page of the example, without waiting for the next page. */
  async askToSignOut(): Promise<void> {
    await this.page.getByRole('banner').getByRole('link', { name: 'Sign out' }).click();
    await this.page.getByRole('button', { name: 'Sign out' }).click();
  }

  leave(): Promise<void> {
    return this.context.close();
  }
}
