import { jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeWith } from '../support/services.js';
import { platforms } from '../support/test-app.js';
import { CHROMIUM, launchChromium } from './chromium.js';
import { buildExample, ExampleProcess } from './example-process.js';
import { Visitor } from './visitor.js';

jest.setTimeout(30_000);

describeWith(CHROMIUM, 'the providers of the example', () => {
  let browser: Browser;

  beforeAll(async () => {
    await buildExample();
    browser = await launchChromium();
  }, 180_000);
  afterAll(() => browser?.close());

  describe.each(platforms)('on %s', (platform) => {
    let example: ExampleProcess;
    let visitor: Visitor;

    beforeAll(async () => {
      example = await ExampleProcess.start(platform);
    });
    afterAll(() => example?.close());

    beforeEach(async () => {
      visitor = await Visitor.arrive(browser, example);
    });
    afterEach(() => visitor.leave());

    it.each([
      ['OpenID Connect and discovery', 'Demo provider', 'Ada Lovelace'],
      ['plain OAuth 2.0', 'Demo provider (OAuth 2.0)', 'Grace Hopper'],
      ['B31 a form that the provider posts', 'Demo provider (form post)', 'Katherine Johnson'],
    ])('sign a person in by %s', async (_, provider, person) => {
      const { page } = visitor;
      await page.goto('/protected');

      await visitor.signInAtProvider(person, provider);

      await page.waitForURL(`${example.url}/protected`);
      expect(await page.getByRole('main').innerText()).toContain(person);
      expect(visitor.complaints).toEqual([]);
    });

    it.each(['Demo provider', 'Demo provider (form post)'])(
      'sign in from two tabs at once at %s, each to where it began',
      async (provider) => {
        const person = provider === 'Demo provider' ? 'Ada Lovelace' : 'Katherine Johnson';
        const [first, second] = [visitor.page, await visitor.page.context().newPage()];
        for (const [tab, path] of [
          [first, '/protected'],
          [second, '/audit'],
        ] as const) {
          await tab.goto(path);
          await tab.getByRole('button', { name: `Sign in with ${provider}`, exact: true }).click();
          await tab.waitForURL((url) => url.origin === example.issuer);
        }

        await choose(first, person);
        await choose(second, person);

        await first.waitForURL(`${example.url}/protected`);
        await second.waitForURL(`${example.url}/audit`);
        expect(visitor.complaints).toEqual([]);
      },
    );

    async function choose(tab: Page, person: string): Promise<void> {
      await tab.getByRole('button', { name: person }).click();
      await tab.waitForURL((url) => url.origin === example.url);
    }
  });
});
