import type { Page } from 'playwright-core';
import { describeExample } from './describe-example.js';

describeExample('the providers of the example', (at) => {
  it.each([
    ['OpenID Connect and discovery', 'Demo provider', 'Ada Lovelace'],
    ['plain OAuth 2.0', 'Demo provider (OAuth 2.0)', 'Grace Hopper'],
    ['a form that the provider posts (B31)', 'Demo provider (form post)', 'Katherine Johnson'],
  ])('sign in a user with %s', async (_, provider, person) => {
    const { page } = at.visitor;
    await page.goto('/protected');

    await at.visitor.signInAtProvider(person, provider);

    await page.waitForURL(`${at.example.url}/protected`);
    expect(await page.getByRole('main').innerText()).toContain(person);
    expect(at.visitor.complaints).toEqual([]);
  });

  it.each(['Demo provider', 'Demo provider (form post)'])(
    'sign in from two tabs at the same time with %s, and return each to its page',
    async (provider) => {
      const person = provider === 'Demo provider' ? 'Ada Lovelace' : 'Katherine Johnson';
      const [first, second] = [at.visitor.page, await at.visitor.page.context().newPage()];
      for (const [tab, path] of [
        [first, '/protected'],
        [second, '/audit'],
      ] as const) {
        await tab.goto(path);
        await tab.getByRole('button', { name: `Continue with ${provider}`, exact: true }).click();
        await tab.waitForURL((url) => url.origin === at.example.issuer);
      }

      await choose(first, person);
      await choose(second, person);

      await first.waitForURL(`${at.example.url}/protected`);
      await second.waitForURL(`${at.example.url}/audit`);
      expect(at.visitor.complaints).toEqual([]);
    },
  );

  async function choose(tab: Page, person: string): Promise<void> {
    await tab.getByRole('button', { name: person }).click();
    await tab.waitForURL((url) => url.origin === at.example.url);
  }
});
