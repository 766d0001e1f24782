import { jest } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { freePort } from './free-port.js';

describe('freePort', () => {
  it('returns another port if the first one is taken', async () => {
    const random = jest.spyOn(Math, 'random').mockReturnValue(0.5);
    const taken = await freePort();
    const server = createServer().listen(taken, '127.0.0.1');
    await once(server, 'listening');
    random.mockReturnValueOnce(0.5).mockReturnValueOnce(0.25);

    const port = await freePort();

    expect(port).not.toBe(taken);
    random.mockRestore();
    server.close();
  });
});
