import type { Browser, Page } from 'playwright-core';
import { CHROMIUM, launchChromium } from '../browser/chromium.js';
import { describeWith } from '../support/services.js';
import { scriptOf } from './server-rendering.js';

declare global {
  /** Hides or shows the part of the page that has the provider, or leaves it out. */
  var setMode: (mode: 'hidden' | 'visible' | undefined) => void;
  /** Takes a session as the page itself does after a sign-in, and null after a sign-out. */
  var settle: (session: null) => void;
}

const PAGE = `import { Activity, createElement, useState } from 'react';
  import { flushSync } from 'react-dom';
  import { createRoot } from 'react-dom/client';
  import { createAuthClient } from '@authnest/client';
  import { AuthProvider, useSession } from '@authnest/client/react';
  const client = createAuthClient({ channel: false });
  const session = { user: { name: 'jane' }, expires: '2100-01-01T00:00:00.000Z' };
  const Status = () => createElement('p', null, useSession().status);
  const Part = () => {
    const [mode, setMode] = useState();
    globalThis.setMode = (next) => flushSync(() => setMode(next));
    return mode && createElement(Activity, { mode },
      createElement(AuthProvider, { client, session }, createElement(Status)));
  };
  globalThis.settle = client.handOver;
  const start = (...others) => createRoot(document.querySelector('main'))
    .render([createElement(Part, { key: 1 }), ...others]);`;
const ALONE = 'start();';
const BESIDE = `client.handOver(null);
  start(createElement(AuthProvider, { key: 2, client }, createElement(Status)));`;

describeWith(CHROMIUM, 'the provider of React in a part of a page', () => {
  let browser: Browser;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  async function open(start: string): Promise<void> {
    const script = await scriptOf({ page: PAGE, server: '', browser: start });
    page = await browser.newPage();
    complaints = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    const escaped = script.replaceAll('</script', '<\\/script');
    const body = `<link rel="icon" href="data:,"><main></main><script type="module">${escaped}</script>`;
    await page.route('**', (route) => route.fulfill({ body, contentType: 'text/html' }));
    await page.goto('http://localhost:1/');
    await page.waitForFunction(() => 'setMode' in globalThis);
  }

  it('brings no session back when the part is hidden and shown again', async () => {
    await open(ALONE);
    await page.evaluate(() => setMode('visible'));
    await page.getByText(/^authenticated$/).waitFor();

    await page.evaluate(() => setMode('hidden'));
    await page.evaluate(() => settle(null));
    await page.evaluate(() => setMode('visible'));

    await page.getByText('unauthenticated').waitFor();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(await page.locator('p').allInnerTexts()).toEqual(['unauthenticated']);
  });

  it('tells the rest of the page without a complaint of React', async () => {
    await open(BESIDE);
    await page.getByText('unauthenticated').waitFor();

    await page.evaluate(() => setMode('visible'));

    await page
      .getByText(/^authenticated$/)
      .first()
      .waitFor();
    expect(await page.locator('p').allInnerTexts()).toEqual(['authenticated', 'authenticated']);
    expect(complaints).toEqual([]);
  });
});
