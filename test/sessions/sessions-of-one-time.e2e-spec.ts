import type { AdapterSession, OptionalColumn, SessionList } from '@authnest/core';
import { OPTIONAL_COLUMNS } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { type CheckedClient, JANE, platforms, TestApp } from '../support/test-app.js';

const DAY = 24 * 60 * 60 * 1000;
const UNDATED = OPTIONAL_COLUMNS.filter((column) => column !== 'sessions.createdAt');
const [platform = 'express'] = platforms();

describe('hundreds of sessions whose start does not order them', () => {
  let app: TestApp;
  let adapter: MemoryAdapter;
  let browser: CheckedClient;
  afterEach(() => app.close());

  async function start(columns: readonly OptionalColumn[]): Promise<void> {
    adapter = new MemoryAdapter({ columns });
    const maxPerUser = columns === UNDATED ? {} : { maxPerUser: 1000 };
    const config = { adapter, session: { strategy: 'database', ...maxPerUser } } as const;
    app = await TestApp.start({ platform, config });
    browser = app.client();
    await browser.signIn('credentials', JANE);
  }

  async function add(count: number, facts: Partial<AdapterSession>): Promise<void> {
    const user = await adapter.getUserByEmail('jane@example.com');
    for (let nth = 0; nth < count; nth += 1) {
      const sessionToken = `token-${nth}-${'a'.repeat(32)}`;
      const expires = new Date(Date.now() + DAY + nth);
      await adapter.createSession({ expires, ...facts, userId: user?.id ?? '', sessionToken });
    }
  }

  /** Reads every page. @returns how many sessions each has */
  async function sizes(): Promise<number[]> {
    const pages: SessionList[] = [];
    for (let next: string | undefined = ''; next !== undefined; next = pages.at(-1)?.next) {
      const query = next && `?after=${encodeURIComponent(next)}`;
      pages.push((await browser.get(`/auth/sessions${query}`)).json<SessionList>());
    }
    const ids = pages.flatMap(({ items }) => items.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    return pages.map(({ items }) => items.length);
  }

  it('lists each once if all began at one time (ID12)', async () => {
    await start(OPTIONAL_COLUMNS);
    await add(320, { createdAt: new Date(Date.now() - DAY) });

    expect(await sizes()).toEqual([100, 100, 100, 21]);
  });

  it.each([150, 320])('lists each of %d if no start is stored (ID12)', async (count) => {
    await start(UNDATED);
    await add(count, {});

    expect((await sizes()).reduce((sum, size) => sum + size)).toBe(count + 1);
  });

  it('lists those from before the column after the others (ID12)', async () => {
    await start(OPTIONAL_COLUMNS);
    await add(250, { createdAt: null });

    expect(await sizes()).toEqual([100, 100, 51]);
  });
});
