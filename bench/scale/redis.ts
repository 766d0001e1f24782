import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Redis } from 'ioredis';
import { fillRedis } from '../server/stored-sessions.js';

const SESSIONS = 100_000;

/** Settings with which hashes and sorted sets with tokens of 64 characters stay compact. */
const COMPACT = ['--hash-max-listpack-value', '128', '--zset-max-listpack-value', '128'];

/**
 * Returns the bytes per session in an empty Redis server, including the entry in the user's list.
 * @param settings - the defaults of the server, or the settings that docs/redis.md recommends
 */
export async function redisBytes(settings: 'default' | 'recommended'): Promise<number> {
  const port = await freePort();
  const plain = ['--port', `${port}`, '--save', '', '--bind', '127.0.0.1'];
  const flags = settings === 'default' ? plain : [...plain, ...COMPACT];
  const server = spawn('redis-server', flags, { stdio: 'ignore' });
  const redisUrl = `redis://127.0.0.1:${port}`;
  const redis = new Redis(redisUrl);
  redis.on('error', () => {}); // connection errors until the server listens
  try {
    const before = await usedBytes(redis);
    const databaseUrl = 'postgres://127.0.0.1/authnest';
    await fillRedis(SESSIONS, { application: 'redis', platform: 'express', databaseUrl, redisUrl });
    return ((await usedBytes(redis)) - before) / SESSIONS;
  } finally {
    redis.disconnect();
    await ended(server);
  }
}

async function usedBytes(redis: Redis): Promise<number> {
  const [, bytes] = /used_memory:(\d+)/.exec(await redis.info('memory')) ?? [];
  return Number(bytes);
}

async function ended(server: ChildProcess): Promise<void> {
  server.kill();
  if (server.exitCode === null) await once(server, 'exit');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
