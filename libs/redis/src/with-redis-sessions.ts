import type { Adapter, AdapterOperation, OptionalColumn } from '@authnest/core';
import type { RedisClient } from './commands.js';
import { Keys } from './keys.js';
import { type ReplicaOptions, replicasOf } from './replicas.js';
import { perApplication } from './ownership.js';
import { RedisSessions } from './redis-sessions.js';

export interface RedisSessionsOptions extends ReplicaOptions {
  /** Prefix of every key; must differ between applications on one Redis. @default 'authnest:' */
  readonly prefix?: string;
}

/** The optional columns of sessions: a hash can store all of them. */
const SESSION_COLUMNS: readonly OptionalColumn[] = [
  'sessions.createdAt',
  'sessions.lastUsedAt',
  'sessions.address',
  'sessions.userAgent',
  'sessions.provider',
  'sessions.authTime',
  'sessions.providerSession',
];

/** What is in Redis. */
interface Parts {
  readonly operations: readonly (AdapterOperation | 'limitTime')[];
  /** The operations that also call the same operation of the other adapter. */
  readonly shared: readonly AdapterOperation[];
  readonly columns: readonly OptionalColumn[];
}

const CHALLENGES: Parts = {
  operations: [
    'limitTime',
    'createChallenge',
    'getChallenge',
    'tryChallenge',
    'takeChallenge',
    'deleteChallenges',
  ],
  shared: [],
  columns: [],
};

const SESSIONS: Parts = {
  operations: [
    ...CHALLENGES.operations,
    'createSession',
    'getSessionAndUser',
    'updateSession',
    'deleteSession',
    'listSessionsByUserId',
    'deleteSessionsByUserId',
    'deleteSessionsByProvider',
    'listSessionsByProvider',
    'markEnded',
    'endedBefore',
    'spendOnce',
  ],
  shared: ['deleteUser', 'registerUser', 'addToUser', 'proveUser', 'endAccess'],
  columns: SESSION_COLUMNS,
};

/**
 * Returns an adapter that keeps database sessions, marks of back-channel logout, one-time values and
 * sign-ins that wait in Redis, and users, accounts and passkeys in the given adapter. Each command
 * changes one key, so a cluster may keep it on any node.
 * @param adapter - such as `TypeOrmAdapter`, or an Auth.js adapter
 * @param redis - the client of the application, which connects it, closes it and listens to its
 * `error` events
 * @throws {Error} from operations on Redis while it does not respond; the error has no values
 */
export function withRedisSessions(
  adapter: Adapter,
  redis: RedisClient,
  options: RedisSessionsOptions = {},
): Adapter {
  return withRedis(adapter, redis, options, SESSIONS);
}

/**
 * Returns an adapter that keeps sign-ins that wait for a person in Redis, and everything else in the
 * given adapter, such as one of Auth.js.
 * @param redis - see {@link withRedisSessions}
 * @throws {Error} from operations on Redis while it does not respond; the error has no values
 */
export function withRedisChallenges(
  adapter: Adapter,
  redis: RedisClient,
  options: RedisSessionsOptions = {},
): Adapter {
  return withRedis(adapter, redis, options, CHALLENGES);
}

function withRedis(
  adapter: Adapter,
  redis: RedisClient,
  options: RedisSessionsOptions,
  { operations, shared, columns }: Parts,
): Adapter {
  const keys = new Keys(options.prefix ?? 'authnest:');
  const partsFor = (users: Adapter, secretIds?: readonly string[]) => ({
    users,
    sessions: new RedisSessions(users, redis, keys, replicasOf(options), secretIds),
  });
  const own = partsFor(adapter);
  const parts = new WeakMap<object, typeof own>();
  const usedBy = perApplication<Adapter>((store, secretIds) => {
    parts.set(store, partsFor(adapter.usedBy?.(secretIds) ?? adapter, secretIds));
  });
  // An adapter may leave out operations once its tables are known, so each is looked up on access.
  return new Proxy({} as Adapter, {
    get: (_, name, receiver: object) => {
      if (name === 'columns') return [...new Set([...(adapter.columns ?? []), ...columns])];
      if (name === 'store') return adapter.store ?? adapter;
      if (name === 'usedBy') return usedBy;
      const { users, sessions } = parts.get(receiver) ?? own;
      const theirs = memberOf(users, name);
      const isOurs = isOneOf(operations, name) || (isOneOf(shared, name) && theirs !== undefined);
      return isOurs ? memberOf(sessions, name) : theirs;
    },
  });
}

function isOneOf(names: readonly string[], name: string | symbol): boolean {
  return typeof name === 'string' && names.includes(name);
}

function memberOf(owner: Adapter, name: string | symbol): unknown {
  const member: unknown = Reflect.get(owner, name, owner);
  return typeof member === 'function' ? member.bind(owner) : member;
}
