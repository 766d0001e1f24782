import { isReachable } from './is-reachable.js';
import type { Service } from './services.js';

export const { TEST_REDIS_URL = 'redis://127.0.0.1:6379' } = process.env;
const url = new URL(TEST_REDIS_URL);

/** A Redis server for the shared state of an application's instances. */
export const redis: Service = {
  name: 'Redis',
  problem: (await isReachable(url.hostname, Number(url.port)))
    ? undefined
    : `nothing listens at ${url.host}; start the server, or set TEST_REDIS_URL to another server`,
};
