import type { ClientResponse } from '@authnest/testing';
import { setClock, startClock, stopClock } from '../support/clock.js';
import { GUESSES } from '../support/guesses.js';
import { startLimited } from '../support/limited-app.js';
import { PASSWORD, platforms, type TestApp } from '../support/test-app.js';

describe.each(platforms())('the limit for wrong passwords on %s', (platform) => {
  let app: TestApp;
  let asked: string[];

  beforeEach(async () => {
    ({ app, asked } = await startLimited(platform));
    stopClock();
  });
  afterEach(async () => {
    startClock();
    await app.close();
  });

  function attempt(
    from: string,
    username: string,
    password: string,
    headers: Record<string, string> = {},
  ): Promise<ClientResponse> {
    const client = app.client({ 'x-test-address': from, ...headers });
    return client.signIn('credentials', { username, password });
  }

  async function wrong(times: number, from: string, username = 'jane'): Promise<ClientResponse[]> {
    const responses: ClientResponse[] = [];
    for (let at = 0; at < times; at++) responses.push(await attempt(from, username, 'wrong'));
    return responses;
  }

  it('allows five guesses, after which each further guess doubles the wait (F16)', async () => {
    const first = await wrong(6, '192.0.2.1');
    const waits: unknown[] = [];
    for (let clock = 0; waits.length < 5;) {
      const refused = await attempt('192.0.2.1', 'jane', 'wrong');
      expect(refused.status).toBe(429);
      const wait = Number(refused.headers['retry-after']);
      waits.push(wait);
      clock += wait;
      setClock(clock);
      await attempt('192.0.2.1', 'jane', 'wrong');
    }

    expect(first.map(({ status }) => status)).toEqual(Array(6).fill(302));
    expect(waits).toEqual([1, 2, 4, 8, 16]);
    expect(asked).toHaveLength(6 + 5);
  });

  it('does not check a password that arrives too early, not even the right one (F16)', async () => {
    await wrong(6, '192.0.2.1');

    const early = await attempt('192.0.2.1', 'jane', PASSWORD);

    expect(early.status).toBe(429);
    expect(early.headers['set-cookie'] ?? []).toEqual([]);
    expect(asked).toHaveLength(6);
  });

  it('lets the owner sign in after a hundred wrong passwords from another network (F16)', async () => {
    await wrong(100, '192.0.2.1');

    const owner = await attempt('198.51.100.7', 'jane', PASSWORD);

    expect(owner.location).not.toContain('error');
    expect(asked.length).toBeLessThan(10);
    expect(app.logs.types).toContain('RateLimited');
  });

  it('lets the owner sign in from the same network once the wait is over (F16)', async () => {
    await wrong(100, '192.0.2.1');
    setClock(900);

    const owner = await attempt('192.0.2.1', 'jane', PASSWORD);

    expect(owner.location).not.toContain('error');
  });

  it('slows down guesses from many networks (F10)', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < GUESSES; at++) {
      const { status } = await attempt(`203.0.${at >> 8}.${at & 255}`, 'jane', 'wrong');
      statuses.push(status);
    }

    expect(statuses.slice(0, 100)).not.toContain(429);
    expect(statuses.filter((status) => status !== 429).length).toBeLessThan(110);
  });

  it('does not slow down a network that the owner has signed in from (F10)', async () => {
    await attempt('198.51.100.7', 'jane', PASSWORD);
    for (let at = 0; at < 150; at++) await attempt(`203.0.113.${at}`, 'jane', 'wrong');

    const [known, unknown] = [
      await attempt('198.51.100.7', 'jane', PASSWORD),
      await attempt('198.51.100.8', 'jane', PASSWORD),
    ];

    expect(known.location).not.toContain('error');
    expect(unknown.status).toBe(429);
  });

  it('slows down a network that tries one password on many users', async () => {
    const responses: ClientResponse[] = [];
    for (let at = 0; at < 60; at++)
      responses.push(await attempt('192.0.2.1', `user-${at}`, 'wrong'));

    expect(responses.slice(0, 50).every(({ status }) => status === 302)).toBe(true);
    expect(responses.at(-1)?.status).toBe(429);
    expect((await attempt('192.0.2.2', 'user-1', PASSWORD)).status).toBe(302);
  });

  it('forgets the wrong passwords before a right one', async () => {
    for (let round = 0; round < 10; round++) {
      await wrong(4, '192.0.2.1');
      const owner = await attempt('192.0.2.1', 'jane', PASSWORD);
      expect(owner.location).not.toContain('error');
    }
  });

  it('forgets the wrong passwords after the window', async () => {
    await wrong(20, '192.0.2.1');
    setClock(3601);

    expect((await wrong(5, '192.0.2.1')).every(({ status }) => status === 302)).toBe(true);
  });

  it('allows no more attempts if all arrive at once', async () => {
    const clients = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const client = app.client({ 'x-test-address': '192.0.2.1' });
        return { client, csrfToken: await client.csrfToken() };
      }),
    );

    const form = { username: 'jane', password: 'wrong' };
    const responses = await Promise.all(
      clients.map(({ client, csrfToken }) =>
        client.post('/auth/callback/credentials', { form: { ...form, csrfToken } }),
      ),
    );

    expect(asked).toHaveLength(6);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(44);
  });

  it.each(['JANE', ' jane ', 'ｊａｎｅ'])('counts %j as the same user', async (username) => {
    await wrong(6, '192.0.2.1');

    expect((await attempt('192.0.2.1', username, 'wrong')).status).toBe(429);
  });

  it('does not count by a field that the provider does not declare', async () => {
    const client = app.client({ 'x-test-address': '192.0.2.1' });
    const statuses: number[] = [];
    for (let at = 0; at < 7; at++) {
      const fields = { username: 'jane', password: 'wrong', email: `other-${at}@example.com` };
      statuses.push((await client.signIn('credentials', fields)).status);
    }

    expect(statuses.at(-1)).toBe(429);
  });

  it('responds to a script with 429, Retry-After and an absolute URL', async () => {
    await wrong(7, '192.0.2.1');

    const refused = await attempt('192.0.2.1', 'jane', 'wrong', { 'x-auth-return-redirect': '1' });

    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('1');
    expect(refused.json()).toEqual({
      message: 'Too many attempts. Try again in 1 second.',
      url: `${app.url}/auth/signin?error=RateLimited&retryAfter=1`,
    });
  });

  it('sends a browser to the form, which shows the wait', async () => {
    await wrong(7, '192.0.2.1');

    const refused = await attempt('192.0.2.1', 'jane', 'wrong', { accept: 'text/html' });

    expect(refused.status).toBe(302);
    expect(refused.location).toBe(`${app.url}/auth/signin?error=RateLimited&retryAfter=1`);
    const page = await app.client().get(`${refused.location}`);
    expect(page.text).toContain('Too many attempts. Try again in 1 second.');
    expect(page.text).toContain('name="password"');
  });

  it.each([
    '//auth/callback/credentials',
    '/auth//callback/credentials',
    '/auth/callback/credentials/',
  ])('also applies to the path %s (A20)', async (path) => {
    await wrong(7, '192.0.2.1');
    const client = app.client({ 'x-test-address': '192.0.2.1' });
    const form = { username: 'jane', password: PASSWORD, csrfToken: await client.csrfToken() };

    const { status } = await client.post(`${app.url}${path}`, { form });

    expect([400, 404, 429]).toContain(status);
    expect(asked).toHaveLength(6);
  });
});
