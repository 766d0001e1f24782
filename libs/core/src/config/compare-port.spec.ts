import { createServer } from 'node:http';
import { once } from 'node:events';
import { comparePort } from './compare-port.js';

describe('comparePort', () => {
  async function reported(originOf: (port: number) => string | undefined): Promise<number[]> {
    const ports: number[] = [];
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as { port: number };
    probe.close();
    const server = createServer();
    comparePort(server, originOf(port), (other) => void ports.push(other));
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    server.close();
    return ports.map((other) => other - port);
  }

  it('reports another port of this machine', async () => {
    expect(await reported((port) => `http://localhost:${port - 1}`)).toEqual([0]);
    expect(await reported(() => 'http://localhost')).toEqual([0]);
  });

  it('is silent about the same port, another host, and no AUTH_URL', async () => {
    expect(await reported((port) => `http://localhost:${port}`)).toEqual([]);
    expect(await reported(() => 'https://shop.example')).toEqual([]);
    expect(await reported(() => undefined)).toEqual([]);
  });

  it('needs no server', () => {
    expect(() => comparePort(undefined, 'http://localhost:3000', () => undefined)).not.toThrow();
  });
});
