import type { AdapterSession } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { startClock, stopClock } from '../support/clock.js';
import { describeStores, type OpenStore } from '../support/describe-stores.js';
import { RACES } from '../support/races.js';
import { SessionsController } from '../support/sessions.controller.js';
import { MySessionsController } from '../fixtures/my-sessions.controller.js';
import { SESSION } from '../support/signed-out.js';
import { JANE, platforms, TestApp } from '../support/test-app.js';

const RACERS = 20;
const [platform = 'express'] = platforms();

await describeStores((open) => {
  describe('a session that ends while it is extended', () => {
    let opened: OpenStore;
    let app: TestApp;

    beforeAll(async () => {
      opened = await open();
      app = await TestApp.start({
        platform,
        module: { controllers: [MySessionsController, SessionsController] },
        // Each reading extends it.
        config: {
          adapter: opened.store,
          session: { strategy: 'database', updateAge: 0, maxAge: 3600 },
        },
      });
    });
    afterEach(() => startClock());
    afterAll(async () => {
      await app.close();
      await opened.close();
    });

    it.each(RACES)('never comes back, in the same millisecond, round %i (K84)', async () => {
      const browser = app.client();
      await browser.signIn('credentials', JANE);
      const token = browser.cookies.get(SESSION) ?? '';
      const copies = Array.from({ length: RACERS }, () => {
        const copy = app.client();
        for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
        return copy;
      });
      const csrfToken = await browser.csrfToken();
      for (const copy of copies) copy.cookies.set(SESSION, token);
      stopClock(Date.now() + 60_000);

      await Promise.all([
        ...copies.slice(0, RACERS / 2).map((copy) => copy.get('/auth/session')),
        browser.post('/auth/signout', { form: { csrfToken } }),
        ...copies.slice(RACERS / 2).map(async (copy) => {
          const form = { csrfToken: await copy.csrfToken(), data: 'x' };
          return copy.post('/auth/session', { json: form });
        }),
      ]);

      for (const copy of copies) {
        copy.cookies.set(SESSION, token);
        expect(await copy.session()).toBeNull();
      }
      expect(await opened.store.getSessionAndUser(token)).toBeNull();
    });
  });
});

/** Lists rows that something else has written, or cut. */
class CorruptAdapter extends MemoryAdapter {
  corrupt: object | null | undefined;

  override async listSessionsByUserId(userId: string) {
    const rows = await super.listSessionsByUserId(userId);
    return this.corrupt === undefined ? rows : [this.corrupt as AdapterSession, ...rows];
  }
}

describe('a list of sessions', () => {
  const adapter = new CorruptAdapter();
  let app: TestApp;

  beforeAll(async () => {
    const module = { controllers: [MySessionsController] };
    const session = { strategy: 'database' } as const;
    app = await TestApp.start({ platform, module, config: { adapter, session } });
  });
  afterAll(() => app.close());

  it.each([
    ['nothing', null],
    ['no token', { userId: 'u', expires: new Date('2999-01-01') }],
    ['a number as token', { sessionToken: 5, userId: 'u', expires: new Date('2999-01-01') }],
    ['no end', { sessionToken: 'x', userId: 'u' }],
    ['an end that is no time', { sessionToken: 'x', userId: 'u', expires: new Date(Number.NaN) }],
    ['a text as end', { sessionToken: 'x', userId: 'u', expires: 'tomorrow' }],
    [
      'a number as user agent, and texts as times',
      {
        sessionToken: 'x',
        userId: 'u',
        expires: new Date('2999-01-01'),
        createdAt: 'yesterday',
        lastUsedAt: new Date(Number.NaN),
        authTime: 'now',
        userAgent: 7,
        address: {},
        amr: 7,
        provider: [],
      },
    ],
  ])('shows the rest beside an entry with %s (K84)', async (_, corrupt) => {
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    adapter.corrupt = corrupt;

    const { status, text } = await browser.get('/my/sessions');

    adapter.corrupt = undefined;
    expect(status).toBe(200);
    const { items } = JSON.parse(text) as { items: { current: boolean }[] };
    expect(items.filter(({ current }) => current)).toHaveLength(1);
  });
});
