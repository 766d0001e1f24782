import { SessionService } from '@authnest/core';
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
