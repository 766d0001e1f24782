import type { ChainableCommander, Cluster, Redis } from 'ioredis';
import { connectToAsked, findMoved } from './redirections.js';
import type { Ownership } from './ownership.js';
import { toInteger } from './replies.js';
import type { Replicas } from './replicas.js';
import { CLAIM } from './scripts.js';

/** A client for a single server, Sentinel or a cluster. */
export type RedisClient = Redis | Cluster;

/** The commands that can be sent alone or as part of a pipeline. */
type Writer = Pick<ChainableCommander, 'eval' | 'set'> | Pick<RedisClient, 'eval' | 'set'>;

/**
 * The commands of one operation. After its time limit nothing more is sent: the caller already has
 * an error, and a command that waited in the client's queue must not be followed by others.
 * @throws {Error} with the client's message; the client's own error contains the command's values
 */
export class Commands {
  private readonly end: number;

  private readonly replicas: Replicas | undefined;
  private readonly ownership: Ownership;

  constructor(
    private readonly redis: RedisClient,
    {
      limitMs,
      replicas,
      ownership,
    }: {
      readonly limitMs: number;
      readonly replicas: Replicas | undefined;
      readonly ownership: Ownership;
    },
  ) {
    this.end = performance.now() + limitMs;
    this.replicas = replicas;
    this.ownership = ownership;
  }

  /** Called for each new session: Redis may have been emptied meanwhile. */
  claimAgain(): void {
    this.ownership.claimAgain();
  }

  async send<T>(command: (redis: RedisClient) => Promise<T>): Promise<T> {
    this.assertInTime();
    if (!this.ownership.isConfirmed) await this.confirmOwnership();
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
    const send = () => this.send((redis) => sendWithWait(redis.pipeline(), command, replicas));
    const [written, reached] = await send()
      .catch(async (thrown: unknown) => {
        await findMoved(this.redis, thrown);
        return send();
      })
      .catch((thrown: unknown) => this.ask(thrown, command, replicas));
    const confirmed = toInteger(reached);
    if (confirmed >= replicas.count) return written as T;
    throw new Error(`Redis: ${confirmed} of ${replicas.count} replicas confirmed the write`);
  }

  /** Sends a write to the node that the error names. @throws the error, if it names none */
  private async ask(
    thrown: unknown,
    command: (redis: Writer) => unknown,
    replicas: Replicas,
  ): Promise<unknown[]> {
    const node = connectToAsked(this.redis, thrown, replicas.timeoutMs);
    try {
      return await this.send(() => sendWithWait(node.pipeline().asking(), command, replicas));
    } finally {
      node.disconnect();
    }
  }

  private async confirmOwnership(): Promise<void> {
    await this.ownership.confirm((key, secretIds) =>
      withoutValues(this.redis.eval(CLAIM, 1, key, ...secretIds)),
    );
    this.assertInTime();
  }

  private assertInTime(): void {
    if (performance.now() > this.end) throw new Error('Redis did not respond in time');
  }
}

/**
 * Sends a write and WAIT in one pipeline, so that both use the same connection: WAIT covers only
 * the writes of its connection.
 * @param pipeline - empty, or with ASKING
 * @returns the results of the write and of WAIT
 */
async function sendWithWait(
  pipeline: ChainableCommander,
  command: (redis: Writer) => unknown,
  { count, timeoutMs }: Replicas,
): Promise<unknown[]> {
  command(pipeline);
  const results = await pipeline.wait(count, timeoutMs).exec();
  return (results ?? []).slice(-2).map(([error, result]) => {
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
