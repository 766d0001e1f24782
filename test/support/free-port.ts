import { once } from 'node:events';
import { createServer } from 'node:net';

/** Each worker has a separate range, because two workers could find the same port free. */
const FIRST = 20_000 + 1000 * (Number(process.env['JEST_WORKER_ID'] ?? 0) % 10);

/** Returns a port that outgoing connections never use, so that a restarted server can reuse it. */
export async function freePort(): Promise<number> {
  const port = FIRST + Math.floor(Math.random() * 1000);
  return (await isFree(port)) ? port : freePort();
}

/** Returns several different free ports. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening'); // rejects if the port is taken
  } catch {
    return false;
  }
  await once(server.close(), 'close');
  return true;
}
