import { randomUUID } from 'node:crypto';
import { UnstorageAdapter } from '@auth/unstorage-adapter';
import { createStorage, type Driver } from 'unstorage';
import memoryDriver from 'unstorage/drivers/memory';
import redisDriver from 'unstorage/drivers/redis';
import { redis, TEST_REDIS_URL } from '../support/redis.js';
import { describeWith } from '../support/services.js';
import type { PublishedStore } from './published-store.js';
import { describeSignIn } from './sign-in-story.js';

/** Patterns that match the keys under which the adapter stores each kind of record. */
const keys = {
  users: /^user:[0-9a-f-]{36}$/,
  accounts: /^user:account:(?!by-user-id:)/,
  sessions: /^user:session:(?!by-user-id:)/,
} as const;

describe('@auth/unstorage-adapter in memory', () => {
  describeSignIn(async () => storeOn(memoryDriver()));
});

describeWith(redis, '@auth/unstorage-adapter in Redis', () => {
  describeSignIn(async () => storeOn(redisDriver({ url: TEST_REDIS_URL, base: randomUUID() })));
});

function storeOn(driver: Driver): PublishedStore {
  const storage = createStorage({ driver });
  return {
    adapter: UnstorageAdapter(storage),
    count: async (kind) => (await storage.getKeys()).filter((key) => keys[kind].test(key)).length,
    close: async () => {
      await storage.clear();
      await storage.dispose();
    },
  };
}
