import { createAuthClient } from '@authnest/client';
import { fakeBrowser, JANE, serverWith } from './fake-browser.js';

describe('a page that is shown again', () => {
  fakeBrowser();

  const { now } = Date;
  let ahead = 0;

  beforeEach(() => {
    Date.now = () => now() + ahead * 1000;
  });
  afterEach(() => {
    Object.assign(document, { visibilityState: 'visible' });
    Date.now = now;
  });

  /** Listens on a page, as its components do. @returns the number of requests so far */
  async function requestsOf(maxStale?: number): Promise<() => number> {
    let requests = 0;
    const session = () => {
      requests += 1;
      return JANE;
    };
    const fetch = serverWith({ 'GET session': session });
    const client = createAuthClient({ channel: false, fetch, maxStale });
    client.onSession(() => undefined);
    await client.getSession();
    return () => requests;
  }

  async function showAfter(seconds: number, visibilityState = 'visible'): Promise<void> {
    ahead += seconds;
    Object.assign(document, { visibilityState });
    document.dispatchEvent(new Event('visibilitychange'));
    await new Promise(setImmediate);
  }

  it('reads a session that is older than `maxStale`, and then not again', async () => {
    const requests = await requestsOf(60);
    await showAfter(59);
    expect(requests()).toBe(1);

    await showAfter(2);
    expect(requests()).toBe(2);
    await showAfter(59);
    expect(requests()).toBe(2);
  });

  it('does not read it when it is hidden', async () => {
    const requests = await requestsOf(60);
    await showAfter(3600, 'hidden');

    expect(requests()).toBe(1);
  });

  it('reads it at each return with `maxStale: 0`', async () => {
    const requests = await requestsOf(0);
    await showAfter(1);
    await showAfter(1);

    expect(requests()).toBe(3);
  });

  it('never reads it by default', async () => {
    const requests = await requestsOf();
    await showAfter(86_400);

    expect(requests()).toBe(1);
  });
});
