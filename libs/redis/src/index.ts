export { RedisSessionRegistry } from './redis-session-registry.js';

export type { RedisSessionRegistryOptions } from './redis-session-registry.js';
