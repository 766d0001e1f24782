import { Credentials } from '@authnest/core';
import { Controller, Get } from '@nestjs/common';
import { Agent, get } from 'node:http';
import { endConnectionsOnClose } from '../fixtures/end-connections.js';
import { Deferred } from '../support/deferred.js';
import { SESSION } from '../support/signed-out.js';
import { JANE, platforms, TestApp } from '../support/test-app.js';

describe.each(platforms())('an application that shuts down on %s', (platform) => {
  it('finishes a sign-in in progress, accepts no new one, and does not wait for idle connections', async () => {
    const reached = new Deferred();
    const released = new Deferred();
    const app = await TestApp.start({
      platform,
      config: {
        providers: [
          Credentials({
            async authorize() {
              reached.resolve();
              await released.promise;
              return { id: '1', name: 'Jane' };
            },
          }),
        ],
      },
    });
    const idle = new Agent({ keepAlive: true });
    await keptOpen(app, idle);
    const browser = app.client();
    const signIn = browser.signIn('credentials', JANE);
    await reached.promise;

    const closed = app.close();
    await expect(fetch(app.url)).rejects.toThrow('fetch failed');
    released.resolve();

    expect(await signIn).toMatchObject({ status: 302 });
    expect(browser.cookies.has(SESSION)).toBe(true);
    await closed;
    idle.destroy();
  });
});

describe.each(platforms())('an application on %s with endConnectionsOnClose', (platform) => {
  it('terminates even if a balancer keeps using its open connections', async () => {
    const slow = { reached: new Deferred(), released: new Deferred() };
    @Controller('slow')
    class SlowController {
      @Get() async wait(): Promise<void> {
        slow.reached.resolve();
        await slow.released.promise;
      }
    }
    const module = { controllers: [SlowController] };
    const app = await TestApp.start({ platform, module, configure: endConnectionsOnClose });
    const balancer = new Agent({ keepAlive: true, maxSockets: 1 });
    const first = keptOpen(app, balancer, '/slow');
    await slow.reached.promise;

    const closed = app.close();
    await expect(fetch(app.url)).rejects.toThrow('fetch failed');
    slow.released.resolve();
    await first;

    // At most one more request is served, on the open connection; a new connection is refused.
    const served = await timesUntilFailure(
      async () => keptOpen(app, balancer, '/auth/session'),
      10,
    );
    expect(served).toBeLessThanOrEqual(1);
    await closed;
    balancer.destroy();
  });
});

/** Runs `work` up to `most` times. @returns how many times it succeeded before it failed */
async function timesUntilFailure(work: () => Promise<void>, most: number): Promise<number> {
  for (let times = 0; times < most; times += 1) {
    try {
      await work();
    } catch {
      return times;
    }
  }
  return most;
}

/** Sends a request on a connection that stays open after the response, as in browsers. */
async function keptOpen(app: TestApp, agent: Agent, path = '/auth/session'): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    get(`${app.url}${path}`, { agent }, (response) => {
      response.resume().on('end', resolve);
    }).on('error', reject);
  });
}
