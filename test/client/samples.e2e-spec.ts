import type { Browser } from 'playwright-core';
import ts from 'typescript';
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
    await submit(PASSWORD);
    for (const each of [page, other]) await each.getByText('Hello jane').waitFor();

    await other.getByRole('button', { name: 'Sign out' }).click();
    for (const each of [page, other]) await each.getByLabel('Password').waitFor();
    await context.close();
    await shop.close();
  });
});

/** What the templates of create-vite and of the Angular CLI set. */
const STRICT = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
  strict: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noFallthroughCasesInSwitch: true,
  skipLibCheck: true,
  noEmit: true,
  paths: {
    '@authnest/client': ['./libs/client/src/index.ts'],
    '@authnest/client/*': ['./libs/client/src/*.ts'],
  },
} satisfies ts.CompilerOptions;

const VITE = {
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  noUncheckedSideEffectImports: true,
} satisfies ts.CompilerOptions;

it.each<[string, ts.CompilerOptions]>([
  ['plain/account.ts', VITE],
  ['react/account.tsx', { ...VITE, jsx: ts.JsxEmit.ReactJSX }],
  [
    'angular/account.ts',
    {
      isolatedModules: true,
      experimentalDecorators: true,
      noImplicitOverride: true,
      noPropertyAccessFromIndexSignature: true,
      noImplicitReturns: true,
    },
  ],
])('the sample %s compiles as in a new application (NW3)', (file, options) => {
  const program = ts.createProgram([`test/client/samples/${file}`], { ...STRICT, ...options });
  const problems = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));

  expect(problems).toEqual([]);
});
