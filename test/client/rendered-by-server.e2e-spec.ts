import type { Session } from '@authnest/client';
import { build, type BuildOptions, stop } from 'esbuild';
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import type { Browser } from 'playwright-core';
import { CHROMIUM, launchChromium } from '../browser/chromium.js';
import { describeWith } from '../support/services.js';
import { svelteFor } from './build-page.js';
import { ALIASES } from './bundled.js';

const JANE: Session = { user: { name: 'jane' }, expires: '2100-01-01T00:00:00.000Z' };

/** A page, how a server renders it, and how a browser takes it over. */
const PAGES = {
  react: {
    page: `import { createElement } from 'react';
      import { AuthProvider, useSession } from '@authnest/client/react';
      const Status = () => { const { status, session } = useSession();
        return createElement('p', null, status + ' ' + (session?.user?.name ?? '')); };
      export const pageFor = (session) =>
        createElement(AuthProvider, { session }, createElement(Status));`,
    server: `import { renderToString } from 'react-dom/server';
      export const render = (session) => '<main>' + renderToString(pageFor(session)) + '</main>';`,
    browser: `import { hydrateRoot } from 'react-dom/client';
      hydrateRoot(document.querySelector('main'), pageFor(handedOver), {
        onRecoverableError: (error) => console.error(error) });`,
  },
  vue: {
    page: `import { createSSRApp, h } from 'vue';
      import { auth, useSession } from '@authnest/client/vue';
      const Status = { setup() { const state = useSession();
        return () => h('p', state.value.status + ' ' + (state.value.session?.user?.name ?? '')); } };
      export const pageFor = (session) => createSSRApp(Status).use(auth, { session });`,
    server: `import { renderToString } from 'vue/server-renderer';
      export const render = async (session) =>
        '<main>' + await renderToString(pageFor(session)) + '</main>';`,
    browser: `pageFor(handedOver).mount('main');`,
  },
  svelte: {
    page: `import Page from './test/client/pages/page.svelte';`,
    server: `import { render as rendered } from 'svelte/server';
      export const render = (session) =>
        '<main>' + rendered(Page, { props: { session } }).body + '</main>';`,
    browser: `import { hydrate } from 'svelte';
      hydrate(Page, { target: document.querySelector('main'), props: { session: handedOver } });`,
  },
  angular: {
    page: `import '@angular/compiler';
      import { Component, inject, provideZonelessChangeDetection } from '@angular/core';
      import { bootstrapApplication, provideClientHydration } from '@angular/platform-browser';
      import { injectSession, provideAuth } from '@authnest/client/angular';
      class Status {
        state = injectSession();
      }
      const decorated = Component({
        selector: 'main', template: '<p>{{ state().status }} {{ state().session?.user?.name }}</p>',
      })(Status) ?? Status;
      const start = (session, providers = [], context) => bootstrapApplication(decorated, { providers: [
        provideZonelessChangeDetection(), provideClientHydration(),
        provideAuth({ session: () => session }), ...providers,
      ] }, context);`,
    server: `import { provideServerRendering, renderApplication } from '@angular/platform-server';
      export const render = (session) => renderApplication(
        (context) => start(session, [provideServerRendering()], context),
        { document: '<!doctype html><main></main>', url: '/' });`,
    browser: `await start(handedOver);`,
  },
} as const;

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
    plugins: [svelteFor(side)],
    logLevel: 'error',
    ...options,
  }).finally(() => void stop());
  return outputFiles?.[0]?.text ?? '';
}

declare global {
  /** What the page has shown, from the beginning. */
  var seen: string[];
  /** The element that the server has rendered. */
  var paragraph: HTMLElement;
}

type Render = (session?: Session | null) => string | Promise<string>;

/** Runs the code of a server, where there is no document. */
async function rendererOf({ page, server }: { page: string; server: string }): Promise<Render> {
  const code = await bundle(page + server, 'server', { platform: 'node', format: 'cjs' });
  const module = { exports: {} as { render: Render } };
  const require = createRequire(import.meta.url);
  const names = ['module', 'exports', 'require', 'console'];
  compileFunction(code, names)(module, module.exports, require, console);
  return module.exports.render;
}

/** The global object of the process; Angular replaces its `Event` and others, also for later tests. */
const outer = compileFunction('return globalThis')() as object;

describeWith(CHROMIUM, 'a page that a server has rendered', () => {
  const before = Object.getOwnPropertyDescriptors(outer);
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(async () => {
    for (const name of Object.getOwnPropertyNames(outer)) {
      if (!Object.hasOwn(before, name)) Reflect.deleteProperty(outer, name);
    }
    Object.defineProperties(outer, before);
    await browser?.close();
  });

  describe.each(['react', 'vue', 'svelte', 'angular'] as const)('with %s', (entry) => {
    it('shows to each person their own session, and nothing of it to the next', async () => {
      const render = await rendererOf(PAGES[entry]);
      const texts = [await render(JANE), await render(null), await render()];

      expect(
        texts.map((html) => html.replace(/<script.*?<\/script>|<[^>]*>/gs, '').trim()),
      ).toEqual(['authenticated jane', 'unauthenticated', 'loading']);
    });

    it('is taken over without a difference, another rendering or a request', async () => {
      const render = await rendererOf(PAGES[entry]);
      const code = PAGES[entry].page + PAGES[entry].browser;
      const script = await bundle(code, 'client', { format: 'esm' });
      const context = await browser.newContext({ baseURL: 'http://localhost:1' });
      const page = await context.newPage();
      page.setDefaultTimeout(10_000);
      const [complaints, requests]: [string[], string[]] = [[], []];
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
      });
      page.on('request', (request) => requests.push(new URL(request.url()).pathname));
      const html = `<!doctype html>${await render(JANE)}
        <script>handedOver = ${JSON.stringify(JANE)};
        paragraph = document.querySelector('p');
        seen = [paragraph.innerText]; new MutationObserver(() => seen.push(document.querySelector('p').innerText))
          .observe(document.querySelector('main'), { subtree: true, childList: true, characterData: true });
        </script><script type="module">${script.replaceAll('</script', '<\\/script')}; globalThis.done = true;</script>`;
      await page.route('**', (route) => route.fulfill({ body: html, contentType: 'text/html' }));
      await page.goto('/');
      await page.waitForFunction(() => Reflect.get(globalThis, 'done') === true);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));

      const [shown, isKept] = await page.evaluate(
        () => [[...new Set(seen)], paragraph.isConnected] as const,
      );
      expect(shown).toEqual(['authenticated jane']);
      expect(isKept).toBe(true);
      expect(complaints).toEqual([]);
      expect(requests.filter((path) => path.startsWith('/auth'))).toEqual([]);
      await context.close();
    });
  });
});
