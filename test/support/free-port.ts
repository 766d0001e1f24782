import { once } from 'node:events';
import { createServer } from 'node:net';

/** Workers of the runner have ports of their own, as two that ask at once would both find one free. */
const FIRST = 20_000 + 1000 * (Number(process.env['JEST_WORKER_ID'] ?? 0) % 10);

/** Below the ports that connections of this machine take, so that what starts again finds it free. */
export async function freePort(): Promise<number> {
  const port = FIRST + Math.floor(Math.random() * 1000);
  return (await isFree(port)) ? port : freePort();
}

/** As many of them, each another one. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening'); // rejects where it is taken
  } catch {
    return false;
  }
  await once(server.close(), 'close');
  return true;
}
