import type { Session } from '@authnest/client';
import { build, type BuildOptions, stop } from 'esbuild';
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import type { Browser } from 'playwright-core';
import { CHROMIUM, launchChromium } from '../browser/chromium.js';
import { describeWith } from '../support/services.js';
import { ALIASES } from './bundled.js';

const JANE: Session = { user: { name: 'jane' }, expires: '2100-01-01T00:00:00.000Z' };

const PAGES = {
  react: {
    page: `import { createElement } from 'react';
      import { AuthProvider, useSession } from '@authnest/client/react';
      const Status = () => { const { status, session } = useSession();
        return createElement('p', null, status + ' ' + (session?.user?.name ?? '')); };
      export const pageFor = (session) =>
        createElement(AuthProvider, { session }, createElement(Status));`,
    server: `import { renderToString } from 'react-dom/server';
      export const render = (session) => renderToString(pageFor(session));`,
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
      export const render = (session) => renderToString(pageFor(session));`,
    browser: `pageFor(handedOver).mount('main');`,
  },
} as const;

async function bundle(contents: string, options: BuildOptions): Promise<string> {
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
    logLevel: 'error',
    ...options,
  }).finally(() => void stop());
  return outputFiles?.[0]?.text ?? '';
}

type Render = (session?: Session | null) => string | Promise<string>;

/** Runs the code of a server, where there is no document. */
async function rendererOf({ page, server }: { page: string; server: string }): Promise<Render> {
  const code = await bundle(page + server, { platform: 'node', format: 'cjs' });
  const module = { exports: {} as { render: Render } };
  const require = createRequire(import.meta.url);
  compileFunction(code, ['module', 'exports', 'require'])(module, module.exports, require);
  return module.exports.render;
}

describeWith(CHROMIUM, 'a page that a server has rendered', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  describe.each(['react', 'vue'] as const)('with %s', (entry) => {
    it('shows to each person their own session, and nothing of it to the next', async () => {
      const render = await rendererOf(PAGES[entry]);
      const texts = [await render(JANE), await render(null), await render()];

      expect(texts.map((html) => html.replace(/<[^>]*>/g, '').trim())).toEqual([
        'authenticated jane',
        'unauthenticated',
        'loading',
      ]);
    });

    it('is taken over without a difference, another rendering or a request', async () => {
      const render = await rendererOf(PAGES[entry]);
      const script = await bundle(PAGES[entry].page + PAGES[entry].browser, { format: 'esm' });
      const context = await browser.newContext({ baseURL: 'http://localhost:1' });
      const page = await context.newPage();
      page.setDefaultTimeout(10_000);
      const [complaints, requests]: [string[], string[]] = [[], []];
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
      });
      page.on('request', (request) => requests.push(new URL(request.url()).pathname));
      const html = `<!doctype html><main>${await render(JANE)}</main>
        <script>handedOver = ${JSON.stringify(JANE)};
        seen = []; new MutationObserver(() => seen.push(document.querySelector('main').innerText))
          .observe(document.querySelector('main'), { subtree: true, childList: true, characterData: true });
        </script><script type="module">${script.replaceAll('</script', '<\\/script')}; globalThis.done = true;</script>`;
      await page.route('**', (route) => route.fulfill({ body: html, contentType: 'text/html' }));
      await page.goto('/');
      await page.waitForFunction(() => Reflect.get(globalThis, 'done') === true);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));

      expect(await page.textContent('main')).toBe('authenticated jane');
      expect(await page.evaluate(() => Reflect.get(globalThis, 'seen') as string[])).toEqual([]);
      expect({ complaints, requests: requests.filter((path) => path.startsWith('/auth')) }).toEqual(
        {
          complaints: [],
          requests: [],
        },
      );
      await context.close();
    });
  });
});
