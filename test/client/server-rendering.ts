import type { Session } from '@authnest/client';
import { build, type BuildOptions, stop } from 'esbuild';
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import type { Browser } from 'playwright-core';
import { svelteFor, vue } from './build-page.js';
import { ALIASES } from './bundled.js';

/** A page, how a server renders it, and how a browser takes it over: code of modules. */
export interface RenderedPage {
  readonly page: string;
  /** Exports {@link Render} as `render`. */
  readonly server: string;
  /** Finds the session, if the server has sent it, as `handedOver`. */
  readonly browser: string;
}

/** @param wait - called while the page is rendered, which goes on afterwards */
export type Render = (session?: Session | null, wait?: () => Promise<void>) => Promise<string>;

async function bundle(
  contents: string,
  side: 'client' | 'server',
  options: BuildOptions,
): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: process.cwd(), loader: 'js' },
    alias: ALIASES,
    bundle: true,
    write: false,
    define: {
      'process.env.NODE_ENV': '"development"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true',
    },
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true, jsx: 'react-jsx' } },
    plugins: [svelteFor(side), vue],
    logLevel: 'error',
    ...options,
  }).finally(() => void stop());
  return outputFiles?.[0]?.text ?? '';
}

/** Runs the code of a server, where there is no document. */
export async function rendererOf({ page, server }: RenderedPage): Promise<Render> {
  const code = await bundle(page + server, 'server', {
    platform: 'node',
    format: 'cjs',
    supported: { 'dynamic-import': false }, // with `require`, since this code is not in a file
  });
  const module = { exports: {} as { render: Render } };
  const require = createRequire(import.meta.url);
  const names = ['module', 'exports', 'require', 'console'];
  compileFunction(code, names)(module, module.exports, require, console);
  return module.exports.render;
}

/** Returns the code of the page for a browser. */
export function scriptOf({ page, browser }: RenderedPage): Promise<string> {
  return bundle(page + browser, 'client', { format: 'esm' });
}

/** Returns the text of a page, as far as the server has rendered it. */
export function textOf(html: string): string {
  return html.replace(/<script.*?<\/script>|<[^>]*>/gs, '').trim();
}

/** Angular replaces `Event` and others of the process; later tests find them as they were. */
export function restoreGlobals(): void {
  const outer = compileFunction('return globalThis')() as object;
  const before = Object.getOwnPropertyDescriptors(outer);
  afterAll(() => {
    for (const name of Object.getOwnPropertyNames(outer)) {
      if (!Object.hasOwn(before, name)) Reflect.deleteProperty(outer, name);
    }
    Object.defineProperties(outer, before);
  });
}

declare global {
  /** What the page has shown, from the beginning. */
  var seen: string[];
  /** The element that the server has rendered. */
  var rendered: Element | null;
}

/** What a browser makes of a page that a server has rendered. */
export interface TakenOver {
  /** Each text that the page has shown, in order. */
  readonly shown: string[];
  /** Whether the element that the server has rendered is still in the page. */
  readonly isKept: boolean;
  /** Errors and warnings of the console. */
  readonly complaints: string[];
  /** Paths below `/auth` that were requested. */
  readonly requests: string[];
}

/**
 * Opens a page in a browser, until it shows a text at last.
 * @param html - what the server has rendered
 * @param handedOver - the session for the script, as JavaScript
 * @param read - the session that the endpoint returns
 */
export async function takeOver(
  browser: Browser,
  parts: { html: string; script: string; handedOver: string; read: Session; last: string },
): Promise<TakenOver> {
  const { html, script, handedOver, read, last } = parts;
  const context = await browser.newContext({ baseURL: 'http://localhost:1' });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const [complaints, requests]: [string[], string[]] = [[], []];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/auth')) requests.push(pathname);
  });
  const body = `<!doctype html>${html}
    <script>handedOver = ${handedOver};
    const main = document.querySelector('main');
    const look = () => { const text = main.innerText.trim(); if (text !== seen.at(-1)) seen.push(text); };
    rendered = main.querySelector('p, form'); seen = []; look();
    new MutationObserver(look).observe(main, { subtree: true, childList: true, characterData: true });
    </script><script type="module">${script.replaceAll('</script', '<\\/script')}; globalThis.done = true;</script>`;
  await page.route('**', (route) => route.fulfill({ body, contentType: 'text/html' }));
  await page.route('**/auth/session', (route) => route.fulfill({ json: read }));
  await page.goto('/');
  await page.waitForFunction(
    (text) => Reflect.get(globalThis, 'done') === true && seen.at(-1) === text,
    last,
  );
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  const [shown, isKept] = await page.evaluate(() => [seen, rendered?.isConnected ?? false]);
  await context.close();
  return { shown, isKept, complaints, requests };
}
