import type { Session } from '@authnest/client';
import type { Browser } from 'playwright-core';
import { CHROMIUM, launchChromium } from '../browser/chromium.js';
import { describeWith } from '../support/services.js';
import {
  type Render,
  type RenderedPage,
  rendererOf,
  restoreGlobals,
  scriptOf,
  takeOver,
  textOf,
} from './server-rendering.js';

const sessionOf = (name: string): Session => ({
  user: { name },
  expires: '2100-01-01T00:00:00.000Z',
});
const JANE = sessionOf('jane');

/** Each shows the status and the name of the person. */
const PAGES = {
  react: {
    page: `import { createElement, Suspense, use } from 'react';
      import { AuthProvider, useSession } from '@authnest/client/react';
      const Status = () => { const { status, session } = useSession();
        return createElement('p', null, status + ' ' + (session?.user?.name ?? '')); };
      const Late = ({ wait }) => { use(wait()); return createElement(Status); };
      const pageFor = (session, wait) => createElement(AuthProvider, { session }, wait
        ? createElement(Suspense, null, createElement(Late, { wait })) : createElement(Status));`,
    server: `import { renderToReadableStream, renderToString } from 'react-dom/server';
      const streamed = async (page) => {
        const stream = await renderToReadableStream(page);
        await stream.allReady;
        return new Response(stream).text();
      };
      export const render = async (session, wait) => '<main>' + await (
        wait ? streamed(pageFor(session, wait)) : renderToString(pageFor(session))) + '</main>';`,
    browser: `import { hydrateRoot } from 'react-dom/client';
      hydrateRoot(document.querySelector('main'), pageFor(handedOver), {
        onRecoverableError: (error) => console.error(error) });`,
  },
  vue: {
    page: `import { createSSRApp, h } from 'vue';
      import { auth, useSession } from '@authnest/client/vue';
      const Status = { setup() { const state = useSession();
        return () => h('p', state.value.status + ' ' + (state.value.session?.user?.name ?? '')); } };
      const pageFor = (session, wait) => createSSRApp({
        serverPrefetch: wait, render: () => h(Status) }).use(auth, { session });`,
    server: `import { renderToString } from 'vue/server-renderer';
      export const render = async (session, wait) =>
        '<main>' + await renderToString(pageFor(session, wait)) + '</main>';`,
    browser: `pageFor(handedOver).mount('main');`,
  },
  svelte: {
    page: `import Page from './test/client/pages/page.svelte';`,
    server: `import { render as rendered } from 'svelte/server';
      import Waiting from './test/client/pages/waiting.svelte';
      export const render = async (session, wait) => '<main>' + (wait
        ? await rendered(Waiting, { props: { session, wait } })
        : rendered(Page, { props: { session } })).body + '</main>';`,
    browser: `import { hydrate } from 'svelte';
      hydrate(Page, { target: document.querySelector('main'), props: { session: handedOver } });`,
  },
  angular: {
    page: `import '@angular/compiler';
      import { Component, provideAppInitializer, provideZonelessChangeDetection } from '@angular/core';
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
      export const render = (session, wait) => renderApplication(
        (context) => start(session,
          [provideServerRendering(), provideAppInitializer(() => wait?.())], context),
        { document: '<!doctype html><main></main>', url: '/' });`,
    browser: `await start(handedOver);`,
  },
} as const satisfies Record<string, RenderedPage>;

/** Resolves when the session is known, which is then another one than the server had. */
const UNTIL = `import { getSession, onSession } from '@authnest/client';
  let known;
  const until = () => known ??= new Promise((resolve) => {
    onSession(({ status }) => { if (status === 'authenticated') resolve(); });
    if (handedOver === null) void getSession();
  });`;

/** Pages of which a part is hydrated later, when the rest may know more than the server did. */
const IN_PARTS = {
  react: {
    page: `import { createElement, Suspense, use } from 'react';
      import { AuthProvider, useSession } from '@authnest/client/react';
      const Status = () => createElement('p', null, useSession().status);
      const Late = ({ until }) => { if (until) use(until()); return createElement(Status); };
      const Parts = ({ until }) => [createElement(Status, { key: 1 }),
        createElement(Suspense, { key: 2 }, createElement(Late, { until }))];
      const pageFor = (session, until) => session === undefined ? createElement(Parts, { until })
        : createElement(AuthProvider, { session }, createElement(Parts, { until }));`,
    server: `import { renderToString } from 'react-dom/server';
      export const render = async (session) => '<main>' + renderToString(pageFor(session)) + '</main>';`,
    browser: `import { hydrateRoot } from 'react-dom/client';
      ${UNTIL}
      hydrateRoot(document.querySelector('main'), pageFor(handedOver, until), {
        onRecoverableError: (error) => console.error(error) });`,
  },
  vue: {
    page: `import { createSSRApp, defineAsyncComponent, h } from 'vue';
      import { auth, useSession } from '@authnest/client/vue';
      const Status = { setup() { const state = useSession(); return () => h('p', state.value.status); } };
      const pageFor = (session, until) => {
        const Late = defineAsyncComponent({ loader: async () => Status,
          hydrate: (hydrate) => { until().then(hydrate); } });
        const app = createSSRApp({ render: () => [h(Status), h(Late)] });
        return session === undefined ? app : app.use(auth, { session });
      };`,
    server: `import { renderToString } from 'vue/server-renderer';
      export const render = async (session) =>
        '<main>' + await renderToString(pageFor(session)) + '</main>';`,
    browser: `${UNTIL}
      pageFor(handedOver, until).mount('main');`,
  },
  angular: {
    page: `import '@angular/compiler';
      import { Component, provideZonelessChangeDetection, signal } from '@angular/core';
      import { bootstrapApplication, provideClientHydration, withIncrementalHydration } from '@angular/platform-browser';
      import { injectSession, provideAuth } from '@authnest/client/angular';
      const isKnown = signal(false);
      class Parts {
        state = injectSession();
        isKnown = isKnown;
      }
      const decorated = Component({ selector: 'main', template: \`<p>{{ state().status }}</p>
        @defer (hydrate when isKnown()) {
          @if (state().session) { <p>{{ state().status }}</p> } @else { <p><b>{{ state().status }}</b></p> }
        }\` })(Parts) ?? Parts;
      const start = (session, providers = [], context) => bootstrapApplication(decorated, { providers: [
        provideZonelessChangeDetection(), provideClientHydration(withIncrementalHydration()),
        session === undefined ? [] : provideAuth({ session: () => session }), ...providers,
      ] }, context);`,
    server: `import { provideServerRendering, renderApplication } from '@angular/platform-server';
      export const render = (session) => renderApplication(
        (context) => start(session, [provideServerRendering()], context),
        { document: '<!doctype html><main></main>', url: '/' });`,
    browser: `${UNTIL}
      await start(handedOver);
      until().then(() => isKnown.set(true));`,
  },
} as const satisfies Record<string, RenderedPage>;

/** Returns a function that resolves as soon as so many callers wait for it. */
function meetingOf(callers: number): () => Promise<void> {
  let open: () => void;
  const meeting = new Promise<void>((resolve) => {
    open = resolve;
  });
  let arrived = 0;
  return () => {
    arrived += 1;
    if (arrived === callers) open();
    return meeting;
  };
}

describeWith(CHROMIUM, 'a page that a server has rendered', () => {
  restoreGlobals();
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  describe.each(['react', 'vue', 'svelte', 'angular'] as const)('with %s', (entry) => {
    let render: Render;
    let script: string;

    beforeAll(async () => {
      render = await rendererOf(PAGES[entry]);
      script = await scriptOf(PAGES[entry]);
    });

    it('shows to each person their own session, and nothing of it to the next', async () => {
      const pages = [await render(JANE), await render(null), await render()];

      expect(pages.map(textOf)).toEqual(['authenticated jane', 'unauthenticated', 'loading']);
    });

    it('shows to each person their own session while others are rendered', async () => {
      const wait = meetingOf(4);

      const pages = await Promise.all(
        [JANE, sessionOf('joe'), null, undefined].map((session) => render(session, wait)),
      );

      expect(pages.map(textOf)).toEqual([
        'authenticated jane',
        'authenticated joe',
        'unauthenticated',
        'loading',
      ]);
    });

    it('is taken over without a difference, another rendering or a request', async () => {
      const html = await render(JANE);
      const handedOver = JSON.stringify(JANE);

      expect(
        await takeOver(browser, {
          html,
          script,
          handedOver,
          read: JANE,
          last: 'authenticated jane',
        }),
      ).toEqual({ shown: ['authenticated jane'], isKept: true, complaints: [], requests: [] });
    });

    it('reads the session once, if the server has not', async () => {
      const html = await render();
      const handedOver = 'undefined';

      expect(
        await takeOver(browser, {
          html,
          script,
          handedOver,
          read: JANE,
          last: 'authenticated jane',
        }),
      ).toEqual({
        shown: ['loading', 'authenticated jane'],
        isKept: true,
        complaints: [],
        requests: ['/auth/session'],
      });
    });
  });

  describe.each(['react', 'vue', 'angular'] as const)(
    'of which %s hydrates a part later',
    (entry) => {
      let render: Render;
      let script: string;

      beforeAll(async () => {
        render = await rendererOf(IN_PARTS[entry]);
        script = await scriptOf(IN_PARTS[entry]);
      });

      it.each([undefined, null])('is taken over without a difference: %s', async (read) => {
        const { isKept, complaints } = await takeOver(browser, {
          html: await render(read),
          script,
          handedOver: String(read),
          read: JANE,
          last: 'authenticated\n\nauthenticated',
        });

        expect({ isKept, complaints }).toEqual({ isKept: true, complaints: [] });
      });
    },
  );
});
