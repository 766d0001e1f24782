import type { ChainableCommander, Cluster, Redis } from 'ioredis';
import type { Replicas } from './replicas.js';

/** A client for a single server, Sentinel or a cluster. */
export type RedisClient = Redis | Cluster;

/** The commands that can be sent alone or as part of a pipeline. */
type Writer = Pick<ChainableCommander, 'eval' | 'set'> | Pick<RedisClient, 'eval' | 'set'>;

/** Nothing was written: the node names the one that has the key. */
const MOVED = /: MOVED \d/;

/**
 * The commands of one operation. After its time limit nothing more is sent: the caller already has
 * an error, and a command that waited in the client's queue must not be followed by others.
 * @throws {Error} with the client's message; the client's own error contains the command's values
 */
export class Commands {
  private readonly end: number;

  constructor(
    private readonly redis: RedisClient,
    limitMs: number,
    private readonly replicas: Replicas | undefined,
  ) {
    this.end = performance.now() + limitMs;
  }

  async send<T>(command: (redis: RedisClient) => Promise<T>): Promise<T> {
    this.assertInTime();
    const result = await withoutValues(command(this.redis));
    this.assertInTime();
    return result;
  }

  /**
   * Sends a write that a failover must not undo.
   * @param command - sends one command
   * @throws {Error} if too few replicas confirmed the write, which may still have taken effect
   */
  async write<T>(command: (redis: Writer) => unknown): Promise<T> {
    const { replicas } = this;
    if (!replicas) return this.send((redis) => command(redis) as Promise<T>);
    const send = () => this.send((redis) => sendWithWait(redis, command, replicas));
    const [written, reached] = await send().catch(async (thrown: unknown) => {
      await this.findMoved(thrown);
      return send();
    });
    if (Number(reached) >= replicas.count) return written as T;
    throw new Error(`Redis: ${Number(reached)} of ${replicas.count} replicas confirmed the write`);
  }

  /**
   * Asks a cluster where its keys are, if a key has moved to another node. The client does so
   * itself for a single command, but not for a pipeline with WAIT.
   * @throws the error, if it says anything else
   */
  private async findMoved(thrown: unknown): Promise<void> {
    const { redis } = this;
    if (!('refreshSlotsCache' in redis) || !MOVED.test((thrown as Error).message)) throw thrown;
    await new Promise<void>((resolve) => redis.refreshSlotsCache(() => resolve()));
  }

  private assertInTime(): void {
    if (performance.now() > this.end) throw new Error('Redis did not respond in time');
  }
}

/**
 * Sends a write and WAIT in one pipeline, so that both use the same connection: WAIT covers only
 * the writes of its connection.
 * @returns the results of both
 */
async function sendWithWait(
  redis: RedisClient,
  command: (redis: Writer) => unknown,
  { count, timeoutMs }: Replicas,
): Promise<unknown[]> {
  const pipeline = redis.pipeline();
  command(pipeline);
  const results = await pipeline.wait(count, timeoutMs).exec();
  return (results ?? []).map(([error, result]) => {
    if (error) throw error;
    return result;
  });
}

/** Rethrows an error of the client without the command's values, so that it can be logged. */
export async function withoutValues<T>(command: Promise<T>): Promise<T> {
  try {
    return await command;
  } catch (thrown) {
    const { name, message } = thrown as Error;
    // Such as "unknown command 'X', with args beginning with: …".
    throw new Error(`Redis: ${name}: ${message.split(', with args')[0]}`);
  }
}
