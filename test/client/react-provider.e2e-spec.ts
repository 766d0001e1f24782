import { CHROMIUM, launchChromium } from '../browser/chromium.js';
import { describeWith } from '../support/services.js';
import { scriptOf } from './server-rendering.js';

declare global {
  /** Hides or shows the part of the page that has the provider. */
  var setMode: (mode: 'hidden' | 'visible') => void;
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
  const Page = () => {
    const [mode, setMode] = useState('visible');
    globalThis.setMode = (next) => flushSync(() => setMode(next));
    return createElement(Activity, { mode },
      createElement(AuthProvider, { client, session }, createElement(Status)));
  };
  globalThis.settle = client.handOver;
  createRoot(document.querySelector('main')).render(createElement(Page));`;

describeWith(CHROMIUM, 'the provider of React in a part of a page', () => {
  it('brings no session back when the part is hidden and shown again', async () => {
    const script = await scriptOf({ page: PAGE, server: '', browser: '' });
    const browser = await launchChromium();
    const page = await browser.newPage();
    const body = `<main></main><script type="module">${script.replaceAll('</script', '<\\/script')}</script>`;
    await page.route('**', (route) => route.fulfill({ body, contentType: 'text/html' }));
    await page.goto('http://localhost:1/');
    await page.getByText('authenticated').waitFor();

    await page.evaluate(() => {
      setMode('hidden');
      settle(null);
      setMode('visible');
    });
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));

    expect(await page.locator('p').innerText()).toBe('unauthenticated');
    await browser.close();
  });
});
