import { OIDC } from '@authnest/core';
import { FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import type { Browser, BrowserContext } from 'playwright-core';
import { describeWith } from '../support/services.js';
import { platforms, TestApp } from '../support/test-app.js';
import { CHROMIUM, launchChromium } from './chromium.js';

const ADA = { sub: 'ada', name: 'Ada', email: 'ada@example.com' };
const GRACE = { sub: 'grace', name: 'Grace', email: 'grace@example.com' };

describeWith(CHROMIUM, 'form_post in a browser', () => {
  let browser: Browser;
  let server: FakeOAuthServer;

  beforeAll(async () => {
    browser = await launchChromium();
    server = await FakeOAuthServer.start();
  });
  beforeEach(() => server.reset());
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  /** Signs in through the provider, which is another site. @returns the session */
  async function signIn(context: BrowserContext, origin: string): Promise<string> {
    const page = await context.newPage();
    await page.goto(`${origin}/auth/signin?callbackUrl=/auth/session`);
    await page.click('form[action$="/signin/idp"] button');
    await page.waitForURL(`${origin}/auth/session`);
    const session = (await page.textContent('body')) ?? '';
    await page.close();
    return session;
  }

  it.each(platforms())(
    'signs in and links an account over http on localhost, on %s (B31)',
    async (platform) => {
      const adapter = new MemoryAdapter();
      const authorization = { params: { response_mode: 'form_post' } };
      const checks = ['pkce', 'state', 'nonce'] as const;
      const idp = OIDC({ id: 'idp', name: 'IdP', ...server.client, checks, authorization });
      const app = await TestApp.start({ platform, config: { providers: [idp], adapter } });
      // The provider is at 127.0.0.1, so its form is posted from another site.
      const origin = app.url.replace('127.0.0.1', 'localhost');
      const context = await browser.newContext();

      server.claims = ADA;
      expect(await signIn(context, origin)).toContain(ADA.email);
      server.claims = GRACE;
      expect(await signIn(context, origin)).toContain(ADA.email);

      const ada = await adapter.getUserByEmail(ADA.email);
      expect(await adapter.listAccountsByUserId(ada?.id ?? '')).toHaveLength(2);
      expect(await adapter.listSessionsByUserId(ada?.id ?? '')).toHaveLength(1);
      const names = (await context.cookies(origin)).map(({ name }) => name);
      expect(names.filter((name) => /state|nonce|pkce/.test(name))).toEqual([]);
      await context.close();
      await app.close();
    },
  );
});
