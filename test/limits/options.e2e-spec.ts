import { RateLimited } from '@authnest/core';
import { LogCollector } from '../support/log-collector.js';
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

describe.each(platforms())('the option limits on %s', (platform) => {
  it('is on by default', async () => {
    const app = await TestApp.start({ platform, config: { limits: undefined } });

    expect(await statuses(app, 8)).toContain(429);
    await app.close();
  });

  it('limits nothing if it is false', async () => {
    const app = await TestApp.start({ platform, config: { limits: false } });

    expect(await statuses(app, 60)).not.toContain(429);
    await app.close();
  });

  it('accepts individual numbers, and keeps the defaults of the others', async () => {
    const { app } = await startLimited(platform, { credentials: { sameNetwork: 2 } });

    expect(await statuses(app, 4)).toEqual([302, 302, 302, 429]);
    await app.close();
  });

  it('redirects the browser to the sign-in page of the application', async () => {
    const pages = { signIn: '/welcome' };
    const { app } = await startLimited(platform, { credentials: { sameNetwork: 1 } }, { pages });
    await statuses(app, 2);

    const client = app.client({ 'x-test-address': '192.0.2.1', accept: 'text/html' });
    const refused = await client.signIn('credentials', WRONG);

    expect(refused.location).toBe(`${app.url}/welcome?error=RateLimited&retryAfter=1`);
    expect(refused.headers['retry-after']).toBe('1');
    await app.close();
  });

  it('can be replaced by an authorize function that does its own counting', async () => {
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

  it('counts applications with different secrets separately, even if one process runs both', async () => {
    const first = await startLimited(platform);
    const other = `${SECRET}-of-another`;
    const second = await startLimited(platform, undefined, { secret: other });
    await statuses(first.app, 8);

    expect(await statuses(second.app, 1)).toEqual([302]);
    await first.app.close();
    await second.app.close();
  });
});

describe.each(platforms())('limits.address on %s', (platform) => {
  it.each([
    ['undefined', () => undefined],
    ['a value that is not a string', () => 7 as unknown as string],
    ['a promise', () => Promise.resolve('192.0.2.1') as unknown as string],
    [
      'nothing because it throws',
      () => {
        throw new Error('no such header');
      },
    ],
  ])('that returns %s groups all clients, and this is logged once (N2)', async (_what, address) => {
    const config = { limits: { address, credentials: { network: 3 } } };
    const app = await TestApp.start({ platform, config });
    const seen: number[] = [];
    for (let at = 0; at < 6; at++) {
      const client = app.client();
      seen.push((await client.signIn('credentials', { ...WRONG, username: `u-${at}` })).status);
    }

    expect(seen).toEqual([302, 302, 302, 302, 429, 429]);
    expect(app.logs.warnings).toEqual(['unknown-client-address']);
    await app.close();
  });
});

describe('Auth(), which receives no client address', () => {
  const config = { secret: SECRET, trustHost: true, providers: [credentials()] };

  it('counts only by identifier, and logs this once', async () => {
    const logs = new LogCollector();
    const limited = { ...config, logger: logs, limits: { credentials: { identifier: 3 } } };
    const seen: number[] = [];
    for (let at = 0; at < 5; at++) {
      seen.push((await new WebClient(limited).signIn('credentials', WRONG)).status);
    }

    expect(seen).toEqual([302, 302, 302, 302, 429]);
    expect(logs.warnings).toEqual(['limits-without-address']);
  });

  it('calls limits.address with the web Request (N3)', async () => {
    const asked: unknown[] = [];
    const address = (request: unknown) => {
      asked.push(request);
      return (request as Request).headers.get('x-client') ?? undefined;
    };
    const limited = { ...config, limits: { address, credentials: { network: 2 } } };
    const tryFrom = async (client: string, username: string) => {
      const browser = new WebClient(limited);
      const form = { csrfToken: await browser.csrfToken(), username, password: 'wrong' };
      return browser.post('/auth/callback/credentials', { form, headers: { 'x-client': client } });
    };
    const seen: number[] = [];
    for (let at = 0; at < 5; at++) seen.push((await tryFrom('192.0.2.77', `user-${at}`)).status);

    expect(seen).toEqual([302, 302, 302, 429, 429]);
    expect((await tryFrom('192.0.2.78', 'user-9')).status).toBe(302);
    expect(asked.every((request) => request instanceof Request)).toBe(true);
  });
});
