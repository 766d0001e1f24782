import type { Adapter, AdapterOperation, OptionalColumn } from '@authnest/core';
import type { RedisClient } from './commands.js';
import { Keys } from './keys.js';
import { type ReplicaOptions, replicasOf } from './replicas.js';
import { RedisSessions } from './redis-sessions.js';

export interface RedisSessionsOptions extends ReplicaOptions {
  /** Put before every key. Applications with one Redis take different ones. @default 'authnest:' */
  readonly prefix?: string;
}

/** Hashes have all columns. */
const SESSION_COLUMNS: readonly OptionalColumn[] = [
  'sessions.createdAt',
  'sessions.lastUsedAt',
  'sessions.address',
  'sessions.userAgent',
  'sessions.provider',
  'sessions.providerSession',
];

/** What goes on only where the other adapter does its part. */
const SHARED: readonly AdapterOperation[] = [
  'deleteUser',
  'registerUser',
  'addToUser',
  'proveUser',
];

const OWN: readonly (AdapterOperation | 'limitTime')[] = [
  'limitTime',
  'createSession',
  'getSessionAndUser',
  'updateSession',
  'deleteSession',
  'listSessionsByUserId',
  'deleteSessionsByUserId',
  'deleteSessionsByProvider',
  'markEnded',
  'endedBefore',
  'spendOnce',
];

/**
 * An adapter that keeps users, accounts and passkeys where the given one does, and database sessions,
 * marks of back-channel logout and values that count once in Redis. Each operation of Redis changes
 * one key at a time, so a cluster keeps them wherever it likes.
 * @param adapter - such as `TypeOrmAdapter`, or one of Auth.js
 * @param redis - of the application, which connects it, closes it and listens to its `error` events
 * @throws {Error} from every operation while Redis does not respond; it holds no values
 */
export function withRedisSessions(
  adapter: Adapter,
  redis: RedisClient,
  options: RedisSessionsOptions = {},
): Adapter {
  const sessions = new RedisSessions(
    adapter,
    redis,
    new Keys(options.prefix ?? 'authnest:'),
    replicasOf(options),
  );
  // An adapter may leave out operations once its tables are known, so each is looked up when asked for.
  return new Proxy({} as Adapter, {
    get: (_, name) => {
      if (name === 'columns') return [...new Set([...(adapter.columns ?? []), ...SESSION_COLUMNS])];
      if (name === 'store') return adapter.store ?? adapter;
      const theirs = memberOf(adapter, name);
      const isOurs = isOneOf(OWN, name) || (isOneOf(SHARED, name) && theirs !== undefined);
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
