import { RateLimited } from '@authnest/core';
import { startLimited } from '../support/limited-app.js';
import { credentials, platforms, SECRET, TestApp } from '../support/test-app.js';
import { WebClient } from '../support/web-client.js';

const WRONG = { username: 'jane', password: 'wrong' };

async function statuses(app: TestApp, times: number): Promise<number[]> {
  const seen: number[] = [];
  for (let at = 0; at < times; at++) {
    const client = app.client({ 'x-test-address': '192.0.2.1' });
    seen.push((await client.signIn('credentials', WRONG)).status);
  }
  return seen;
}

describe.each(platforms)('the option limits on %s', (platform) => {
  it('is on when nothing is said', async () => {
    const app = await TestApp.start({ platform, config: { limits: undefined } });

    expect(await statuses(app, 8)).toContain(429);
    await app.close();
  });

  it('limits nothing when it is false', async () => {
    const app = await TestApp.start({ platform, config: { limits: false } });

    expect(await statuses(app, 60)).not.toContain(429);
    await app.close();
  });

  it('takes numbers of its own, and keeps the others', async () => {
    const { app } = await startLimited(platform, { credentials: { sameNetwork: 2 } });

    expect(await statuses(app, 4)).toEqual([302, 302, 302, 429]);
    await app.close();
  });

  it('sends the browser to a sign-in page of the application', async () => {
    const pages = { signIn: '/welcome' };
    const { app } = await startLimited(platform, { credentials: { sameNetwork: 1 } }, { pages });
    await statuses(app, 2);

    const client = app.client({ 'x-test-address': '192.0.2.1', accept: 'text/html' });
    const refused = await client.signIn('credentials', WRONG);

    expect(refused.location).toBe(`${app.url}/welcome?error=RateLimited`);
    expect(refused.headers['retry-after']).toBe('1');
    await app.close();
  });

  it('is left to an authorize that counts for itself', async () => {
    const authorize = (): never => {
      throw new RateLimited(30);
    };
    const config = { limits: false as const, providers: [{ ...credentials(), authorize }] };
    const app = await TestApp.start({ platform, config });

    const refused = await app.client().signIn('credentials', WRONG);

    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('30');
    await app.close();
  });

  it('counts applications with other secrets apart, though one process runs both', async () => {
    const first = await startLimited(platform);
    const other = `${SECRET}-of-another`;
    const second = await startLimited(platform, undefined, { secret: other });
    await statuses(first.app, 8);

    expect(await statuses(second.app, 1)).toEqual([302]);
    await first.app.close();
    await second.app.close();
  });
});

describe('Auth(), which knows no address', () => {
  it('counts identifiers alone', async () => {
    const limits = { credentials: { identifier: 3 } };
    const config = { secret: SECRET, trustHost: true, providers: [credentials()], limits };
    const seen: number[] = [];
    for (let at = 0; at < 5; at++) {
      seen.push((await new WebClient(config).signIn('credentials', WRONG)).status);
    }

    expect(seen).toEqual([302, 302, 302, 302, 429]);
  });
});
