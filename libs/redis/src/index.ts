export { RedisSessionRegistry } from './redis-session-registry.js';
export { withRedisChallenges, withRedisSessions } from './with-redis-sessions.js';

export type { RedisSessionRegistryOptions } from './redis-session-registry.js';
export type { RedisSessionsOptions } from './with-redis-sessions.js';
