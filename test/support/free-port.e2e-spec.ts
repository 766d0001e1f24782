import { jest } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { freePort, freePorts } from './free-port.js';

describe('freePort', () => {
  afterEach(() => jest.restoreAllMocks());

  /** Makes it try these ports first, as parts of its range. */
  function tries(...parts: number[]): void {
    const random = jest.spyOn(Math, 'random');
    for (const part of parts) random.mockReturnValueOnce(part);
  }

  it('returns another port if the first one is taken', async () => {
    tries(0.5);
    const other = await freePort();
    const server = createServer().listen(other + 1, '127.0.0.1');
    await once(server, 'listening');
    tries(0.5001, 0.25);

    const port = await freePort();

    expect(port).not.toBe(other + 1);
    server.close();
  });

  it('never returns a port twice, even if no server listens on it yet', async () => {
    tries(0.7, 0.7, 0.2);

    const [first, second] = [await freePort(), await freePort()];

    expect(second).not.toBe(first);
  });

  it('returns several different ports', async () => {
    tries(0.1, 0.1, 0.1, 0.3, 0.4);

    expect(new Set(await freePorts(3)).size).toBe(3);
  });
});
