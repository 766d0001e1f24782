import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports of outgoing connections, so that a restarted server can use its port again. */
const FIRST = 20_000;
const COUNT = 10_000;

/** Returns a port for a server, which no other test process on this machine gets meanwhile. */
export async function freePort(): Promise<number> {
  const port = FIRST + Math.floor(Math.random() * COUNT);
  return (await isReserved(port)) && (await isFree(port)) ? port : freePort();
}

/** Returns several free ports. */
export function freePorts(count: number): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, freePort));
}

/**
 * Reserves a port until this process ends, even by `kill -9`: a UDP socket with the same number
 * keeps it from others who ask, but not from the server, which uses TCP.
 */
async function isReserved(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref();
  socket.bind({ port, address: '127.0.0.1', exclusive: true });
  try {
    await once(socket, 'listening'); // rejects if the port is taken
    return true;
  } catch {
    socket.close();
    return false;
  }
}

/** Whether no other program has a server on the port. */
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
