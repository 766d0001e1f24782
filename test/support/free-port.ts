import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that connections of this machine take, so that what starts again finds it free. */
export async function freePort(): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  const server = createServer();
  server.listen(port, '127.0.0.1');
  const isFree = await Promise.race([
    once(server, 'listening').then(() => true),
    once(server, 'error').then(() => false),
  ]);
  if (!isFree) return freePort();
  server.close();
  await once(server, 'close');
  return port;
}
