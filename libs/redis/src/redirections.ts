import type { Cluster, Redis } from 'ioredis';

/** Nothing was written: the key has moved to another node. */
const MOVED = /: MOVED \d/;
/** Nothing was written: the slot is being moved, and the key is or will be at the named node. */
const ASK = /: ASK \d+ (.+):(\d+)$/;

/*
 * The client follows both itself if a command is sent alone, but not in a pipeline with WAIT.
 * See https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#ask-redirection
 */

/**
 * Asks a cluster where its keys are, if a key has moved to another node.
 * @param thrown - the error of the command; thrown again if it is another one
 */
export async function findMoved(redis: Redis | Cluster, thrown: unknown): Promise<void> {
  if (!('refreshSlotsCache' in redis) || !MOVED.test((thrown as Error).message)) throw thrown;
  await new Promise<void>((resolve) => redis.refreshSlotsCache(() => resolve()));
}

/**
 * Connects to the node that a slot is being moved to. A new node may be one that the client does
 * not know, so the connection is separate; the caller closes it. A command fails if it takes longer
 * than a connection may take to open, so that a node that hangs leaves no connection behind.
 * @param thrown - the error of the command; thrown again if it is another one
 * @param waitMs - how much longer a command may take
 */
export function connectToAsked(redis: Redis | Cluster, thrown: unknown, waitMs: number): Redis {
  const [, host, port] = ASK.exec((thrown as Error).message) ?? [];
  const [known] = 'nodes' in redis ? redis.nodes('master') : [];
  if (!('nodes' in redis) || !known || host === undefined) throw thrown;
  const { natMap, keyPrefix } = redis.options;
  const key = `${host}:${port}`;
  const mapped = typeof natMap === 'function' ? natMap(key) : natMap?.[key];
  const { connectTimeout = 10_000, commandTimeout = connectTimeout + waitMs } = known.options;
  const place = mapped ?? { host, port: Number(port) };
  // If the prefix is an option of the cluster, its nodes do not have it.
  const node = known.duplicate({ ...place, keyPrefix, commandTimeout });
  node.on('error', () => {}); // the command fails too
  return node;
}
