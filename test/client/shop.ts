import {
  type AuthConfig,
  Credentials,
  CredentialsSignin,
  Email,
  OIDC,
  Passkey,
} from '@authnest/core';
import { FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { Controller, Get, Header, type Type } from '@nestjs/common';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { addressHeader } from '../support/limited-app.js';
import { credentials, type Platform, TestApp } from '../support/test-app.js';

/** An application, the pages of one framework on its origin, and what can go wrong in it. */
export class Shop {
  /** Links in mails, the newest last. */
  readonly links: string[] = [];
  isDown = false;
  private visitors = 0;

  private constructor(
    readonly app: TestApp,
    readonly idp: FakeOAuthServer,
    private readonly browser: Browser,
    /** Of the pages; passkeys need a host name. */
    readonly origin: string,
  ) {}

  static async open(platform: Platform, browser: Browser, html: string): Promise<Shop> {
    const idp = await FakeOAuthServer.start();
    idp.claims = { sub: 'ada', name: 'ada', email: 'ada@example.com' };
    const module = { controllers: [pagesOf(html)] };
    const app = await TestApp.start({ platform, module, config: configFor(idp, () => shop) });
    const origin = app.url.replace('127.0.0.1', 'localhost');
    const shop = new Shop(app, idp, browser, origin);
    return shop;
  }

  /** Opens a browser of its own. @param html - of the pages, in place of those of the shop */
  async visitor(html?: string): Promise<Visitor> {
    const context = await this.browser.newContext({ baseURL: this.origin });
    this.visitors += 1;
    await context.setExtraHTTPHeaders({ 'x-test-address': `192.0.2.${this.visitors}` });
    if (html !== undefined) {
      const response = { body: html, contentType: 'text/html' };
      await context.route(`${this.origin}/shop`, (route) => route.fulfill(response));
    }
    return new Visitor(context);
  }

  async close(): Promise<void> {
    await Promise.all([this.app.close(), this.idp.close()]);
  }
}

export class Visitor {
  constructor(readonly context: BrowserContext) {}

  /**
   * Opens a page in a new tab, and waits until it shows a text.
   * @param html - of this page, in place of that of the shop
   */
  async tab(shows = 'unauthenticated', path = '/shop', html?: string): Promise<Tab> {
    const page = await this.context.newPage();
    const tab = new Tab(page);
    if (html !== undefined) {
      await page.route(`**${path}`, (route) =>
        route.fulfill({ body: html, contentType: 'text/html' }),
      );
    }
    await page.goto(path);
    await tab.shows(shows);
    return tab;
  }

  leave(): Promise<void> {
    return this.context.close();
  }
}

export class Tab {
  /** Paths below `/auth` that the page has requested. */
  readonly requests: string[] = [];
  readonly problems: string[] = [];

  constructor(readonly page: Page) {
    page.on('request', (request) => {
      const [, path] = new URL(request.url()).pathname.split('/auth/');
      if (path !== undefined) this.requests.push(path);
    });
    page.on('pageerror', (error) => this.problems.push(error.message));
  }

  async shows(text: string): Promise<void> {
    const status = this.page.getByRole('status');
    await status.getByText(text, { exact: true }).waitFor();
  }

  signIn(fields: Record<string, unknown> = {}, provider = 'credentials') {
    return this.page.evaluate(([id, params]) => calls.signIn(id, params), [
      provider,
      { username: 'jane', password: PASSWORD, redirect: false, ...fields },
    ] as const);
  }

  signOut() {
    return this.page.evaluate(() => calls.signOut({ redirect: false }));
  }

  renders(): Promise<string[]> {
    return this.page.evaluate(() => renders);
  }

  unmount(): Promise<unknown> {
    return this.page.evaluate(() => dispatchEvent(new Event('unmount')));
  }
}

/** Serves one page at each path of the shop. */
function pagesOf(html: string): Type {
  @Controller('shop')
  class PagesController {
    @Get() @Header('content-type', 'text/html') show(): string {
      return html;
    }
  }
  return PagesController;
}

/** Accepts the field `username`, or `email` as in the samples of the guide. */
const password = (id: string) =>
  Credentials({
    id,
    credentials: { username: {}, email: {}, password: { type: 'password' } },
    authorize: ({ username, email, password: given }) =>
      credentials().authorize({ username: String(username ?? email), password: String(given) }),
  });

const PASSWORD = 'canary-password-77b1';

function configFor(idp: FakeOAuthServer, shop: () => Shop): Partial<AuthConfig> {
  const locked = Credentials({
    id: 'locked',
    credentials: { username: {} },
    authorize: () => {
      throw Object.assign(new CredentialsSignin(), { code: 'locked' });
    },
  });
  const email = Email({
    server: 'smtp://localhost',
    sendVerificationRequest: ({ url }) => void shop().links.push(url),
  });
  return {
    adapter: new MemoryAdapter(),
    session: { strategy: 'jwt' },
    providers: [
      password('credentials'),
      password('password'),
      locked,
      OIDC({ id: 'idp', name: 'IdP', ...idp.client }),
      email,
      Passkey({}),
    ],
    experimental: { enableWebAuthn: true },
    limits: { address: addressHeader },
    callbacks: {
      jwt: ({ token, trigger, session }) =>
        trigger === 'update' ? { ...token, name: String(session) } : token,
      session: ({ session }) => {
        if (shop().isDown) throw new Error('the store of roles is down');
        return session;
      },
    },
  };
}
