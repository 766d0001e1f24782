import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { CHROMIUM, launchChromium } from '../browser/chromium.js';
import { describeWith } from '../support/services.js';
import { ENTRIES, samplePageOf } from './build-page.js';
import { Shop } from './shop.js';

const PASSWORD = 'canary-password-77b1';

describeWith(CHROMIUM, 'the samples of the guide', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  it.each(ENTRIES)('show a refusal, the user, and a sign-out in another tab: %s', async (entry) => {
    const shop = await Shop.open('fastify', browser, await samplePageOf(entry));
    const { context } = await shop.visitor();
    context.setDefaultTimeout(10_000);
    const [page, other] = [await context.newPage(), await context.newPage()];
    for (const each of [page, other]) await each.goto('/shop');
    const submit = async (password: string) => {
      await page.getByLabel('Email').fill('jane');
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
    };
    await submit('wrong');
    await page.getByRole('alert').getByText('These details are incorrect.').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('jane');
    await submit(PASSWORD);
    for (const each of [page, other]) await each.getByText('Hello jane').waitFor();

    await other.getByRole('button', { name: 'Sign out' }).click();
    for (const each of [page, other]) await each.getByLabel('Password').waitFor();
    await context.close();
    await shop.close();
  });
});

// Each with the `tsconfig.app.json` that the template of create-vite or the Angular CLI writes. The
// one for Next.js is compiled where it is built.
it.each([
  ['react', ['tsc', '-p', 'test/client/templates/react']],
  ['vue', ['vue-tsc', '-p', 'test/client/templates/vue']],
  ['angular', ['ngc', '-p', 'test/client/templates/angular']],
  [
    'svelte',
    [
      'svelte-check',
      '--fail-on-warnings',
      '--workspace=test/client/samples/svelte',
      '--tsconfig=../../templates/svelte/tsconfig.json',
    ],
  ],
])(
  'the sample compiles as in a new application: %s (NW3)',
  async (_entry, [tool = '', ...args]) => {
    const output = await promisify(execFile)(`node_modules/.bin/${tool}`, args).then(
      () => '',
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
    );

    expect(output).toBe('');
  },
);
