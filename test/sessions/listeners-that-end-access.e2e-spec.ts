import { AsyncLocalStorage } from 'node:async_hooks';
import { jest } from '@jest/globals';
import { type AuthConfig, SessionService } from '@authnest/core';
import { aUser, MemoryAdapter } from '@authnest/testing';
import { platforms, TestApp } from '../support/test-app.js';

describe.each(platforms())('a listener of revokeSessions that ends access, on %s', (platform) => {
  let app: TestApp;
  let heard: string[];
  /** Whose access the listener ends, by the user of the message. */
  let next: Record<string, string>;

  beforeAll(async () => {
    const adapter = new MemoryAdapter();
    for (const id of ['jane', 'otto']) await adapter.createUser({ ...aUser(), id });
    app = await TestApp.start({
      platform,
      config: {
        adapter,
        session: { strategy: 'database' },
        events: {
          revokeSessions: async ({ userId }) => {
            heard.push(userId);
            // Fails instead of running for ever.
            if (heard.length > 5) throw new Error('called without end');
            await app.app.get(SessionService).endAccess(next[userId] ?? userId);
          },
        },
      },
    });
  });
  beforeEach(() => void (heard = []));
  afterAll(() => app.close());

  it('is called once for each user', async () => {
    const sessions = app.app.get(SessionService);
    next = {};
    await sessions.endAccess('jane');
    expect(heard).toEqual(['jane']);

    next = { jane: 'otto', otto: 'jane' };
    await sessions.endAccess('jane');
    expect(heard).toEqual(['jane', 'jane', 'otto']);
  });

  it('is called for each of several calls at once', async () => {
    next = {};
    const sessions = app.app.get(SessionService);

    await Promise.all([sessions.endAccess('jane'), sessions.revokeAll({ userId: 'jane' })]);

    expect(heard).toEqual(['jane', 'jane']);
  });
});

describe('the end of sessions', () => {
  /** Returns the storages that one end of access uses, which slow down every promise for good. */
  async function storagesOf(events?: AuthConfig['events']): Promise<readonly unknown[]> {
    const adapter = new MemoryAdapter();
    const { id } = await adapter.createUser({ ...aUser(), id: 'jane' });
    const app = await TestApp.start({ platform: 'express', config: { adapter, events } });
    const run = jest.spyOn(AsyncLocalStorage.prototype, 'run');
    await app.app.get(SessionService).endAccess(id);
    const used = run.mock.contexts;
    run.mockRestore();
    await app.close();
    return used;
  }

  it('uses no storage if nobody listens', async () => {
    expect(await storagesOf()).toEqual([]);
  });

  it('uses the same storage in every application of a process (JT17)', async () => {
    const first = await storagesOf({ revokeSessions: () => {} });
    const second = await storagesOf({ revokeSessions: () => {} });

    expect(first).toHaveLength(1);
    expect(second[0]).toBe(first[0]);
  });
});
