import { type Session } from '@authnest/client';
import { Credentials } from '@authnest/core';
import type { Browser } from 'playwright-core';
import { CHROMIUM, launchChromium } from '../browser/chromium.js';
import { describeWith } from '../support/services.js';
import { TestApp } from '../support/test-app.js';
import {
  type RenderedPage,
  rendererOf,
  restoreGlobals,
  scriptOf,
  takeOver,
} from './server-rendering.js';

const SAMPLES = './test/client/samples';

/** Renders with a session that it reads for the cookie of the page's request. */
type RenderFor = (nest: string, cookie: string) => Promise<{ html: string; handedOver: string }>;

const reading = (rendered: string) => `
  import { inScript, readSession } from '${SAMPLES}/server/read-session.ts';
  export const render = async (nest, cookie) => {
    const session = await readSession(nest, cookie);
    return { html: '<main>' + ${rendered} + '</main>', handedOver: inScript(session) };
  };`;

/** The samples of the guide, with the calls of the framework that it names. */
const PAGES: Readonly<Record<string, RenderedPage>> = {
  react: {
    page: `import { createElement } from 'react'; import { App } from '${SAMPLES}/react/app.tsx';`,
    server: `import { renderToString } from 'react-dom/server';
      ${reading('renderToString(createElement(App, { session }))')}`,
    browser: `import { hydrateRoot } from 'react-dom/client';
      hydrateRoot(document.querySelector('main'), createElement(App, { session: handedOver }), {
        onRecoverableError: (error) => console.error(error) });`,
  },
  vue: {
    page: `import { appFor } from '${SAMPLES}/vue/app.ts';`,
    server: `import { renderToString } from 'vue/server-renderer';
      ${reading('(await renderToString(appFor(session)))')}`,
    browser: `appFor(handedOver).mount('main');`,
  },
  svelte: {
    page: `import App from '${SAMPLES}/svelte/app.svelte';`,
    server: `import { render as rendered } from 'svelte/server';
      ${reading('rendered(App, { props: { session } }).body')}`,
    browser: `import { hydrate } from 'svelte';
      hydrate(App, { target: document.querySelector('main'), props: { session: handedOver } });`,
  },
  angular: {
    page: `import '@angular/compiler';
      import { provideZonelessChangeDetection, REQUEST } from '@angular/core';
      import { bootstrapApplication, provideClientHydration } from '@angular/platform-browser';
      import { Account } from '${SAMPLES}/angular/account.ts';
      import { provideServerSession, provideSession } from '${SAMPLES}/angular/session.ts';
      const start = (providers = [], context) => bootstrapApplication(Account, { providers: [
        provideZonelessChangeDetection(), provideClientHydration(), provideSession(), ...providers,
      ] }, context);`,
    server: `import { provideServerRendering, renderApplication } from '@angular/platform-server';
      export const render = async (nest, cookie) => ({
        html: await renderApplication(
          (context) => start([provideServerRendering(), provideServerSession(nest)], context),
          {
            document: '<!doctype html><main><app-account></app-account></main>',
            url: '/',
            platformProviders: [
              { provide: REQUEST, useValue: new Request('http://x', { headers: { cookie } }) },
            ],
          }),
        handedOver: 'undefined',
      });`,
    browser: `await start();`,
  },
};

describeWith(CHROMIUM, 'the samples of the guide, rendered by a server', () => {
  restoreGlobals();
  let app: TestApp;
  let browser: Browser;

  beforeAll(async () => {
    const anybody = Credentials({
      credentials: { username: {} },
      authorize: ({ username: name }) => ({ id: String(name), name: String(name) }),
    });
    app = await TestApp.start({ platform: 'express', config: { providers: [anybody] } });
    browser = await launchChromium();
  });
  afterAll(() => Promise.all([browser?.close(), app?.close()]));

  async function cookieOf(username: string): Promise<string> {
    const visitor = app.client();
    await visitor.signIn('credentials', { username });
    return [...visitor.cookies].map((pair) => pair.join('=')).join('; ');
  }

  it.each(Object.entries(PAGES))(
    'show who sends the request, and the page needs no other: %s',
    async (_entry, page) => {
      const [render, script] = [
        (await rendererOf(page)) as unknown as RenderFor,
        await scriptOf(page),
      ];
      const read: Session = {
        user: { name: 'somebody else' },
        expires: '2100-01-01T00:00:00.000Z',
      };
      const open = async (nest: string, cookie: string, last: string) =>
        takeOver(browser, { ...(await render(nest, cookie)), script, read, last });
      const as = (text: string) => ({ shown: [text], isKept: true, complaints: [], requests: [] });
      const evil = '</script><b>jane';

      const hello = `Hello ${evil} Sign out`;
      expect(await open(app.url, await cookieOf(evil), hello)).toEqual(as(hello));
      expect(await open(app.url, '', 'Sign in')).toEqual(as('Sign in'));
      const known = 'Hello somebody else Sign out';
      expect(await open('http://127.0.0.1:1', '', known)).toMatchObject({
        shown: ['', known],
        complaints: [],
        requests: ['/auth/session'],
      });
    },
  );
});
