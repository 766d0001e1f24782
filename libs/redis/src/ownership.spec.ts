import type { AdapterSession } from '@authnest/core';
import { aSession, MemoryAdapter } from '@authnest/testing';
import { Redis } from 'ioredis';
import { RedisSessionRegistry } from './redis-session-registry.js';
import { withRedisSessions } from './with-redis-sessions.js';

describe('the store for one application', () => {
  const redis = new Redis({ lazyConnect: true });
  afterAll(() => redis.disconnect());

  it('keeps what a subclass changes, and is the same for the same secrets (RQ4)', async () => {
    class Own extends RedisSessionRegistry {
      override async isRevoked(): Promise<true> {
        return true;
      }
    }
    const registry = new Own(redis);

    const store = registry.usedBy(['one']);

    expect(await store.isRevoked('id', {} as never)).toBe(true);
    expect(registry.usedBy(['one'])).toBe(store);
    expect(registry.usedBy(['other'])).not.toBe(store);
  });

  it('keeps what a wrapper changes (RQ4)', async () => {
    const session = aSession({ userId: 'jane' });
    const createSession = async (): Promise<AdapterSession> => session;
    const adapter = withRedisSessions(new MemoryAdapter(), redis);
    const wrapper = Object.assign(Object.create(adapter) as typeof adapter, { createSession });

    const store = wrapper.usedBy?.(['one']);

    expect(await store?.createSession?.(session)).toBe(session);
    expect(store?.store).toBe(adapter.store);
  });
});
