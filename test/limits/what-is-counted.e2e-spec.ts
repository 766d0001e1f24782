import type { AttemptLimits } from '@authnest/core';
import { startClock, stopClock } from '../support/clock.js';
import { startLimited } from '../support/limited-app.js';
import { credentials, PASSWORD, platforms, type TestApp } from '../support/test-app.js';

const HOME = '192.0.2.1';

describe.each(platforms())('what is counted on %s', (platform) => {
  let app: TestApp;

  beforeEach(() => stopClock());
  afterEach(async () => {
    startClock();
    await app.close();
  });

  async function start(limits: AttemptLimits): Promise<void> {
    const providers = [credentials(), { ...credentials(), id: 'staff', name: 'Staff' }];
    ({ app } = await startLimited(platform, { credentials: limits }, { providers }));
  }

  async function attempt(
    from: string,
    username: string,
    { password = 'wrong', provider = 'credentials' } = {},
  ): Promise<number> {
    const client = app.client({ 'x-test-address': from });
    const form = { csrfToken: await client.csrfToken(), username, password };
    return (await client.post(`/auth/callback/${provider}`, { form })).status;
  }

  /** Guesses from five networks, after which a new client has to wait. */
  async function guess(username: string, provider = 'credentials'): Promise<void> {
    const statuses: number[] = [];
    for (let at = 0; at < 5; at++) {
      statuses.push(await attempt(`203.0.113.${at}`, username, { provider }));
    }
    expect(statuses.at(-1)).toBe(429);
  }

  it('a success does not count against its network (F10)', async () => {
    await start({ network: 3 });
    const statuses = new Set<number>();
    for (let at = 0; at < 10; at++) {
      statuses.add(await attempt(HOME, `user-${at}`, { password: PASSWORD }));
    }

    expect([...statuses]).toEqual([302]);
  });

  it('a success does not count against its user (F10)', async () => {
    await start({ identifier: 3 });
    const statuses = new Set<number>();
    for (let at = 0; at < 10; at++) {
      statuses.add(await attempt(`192.0.2.${at}`, 'jane', { password: PASSWORD }));
    }

    expect([...statuses]).toEqual([302]);
  });

  it.each([
    ['its network and name', { sameNetwork: 1, network: 5 }],
    ['its name on any network', { identifier: 1, network: 5 }],
  ])(
    'an attempt refused because of %s does not count against its network (F16)',
    async (_, limits) => {
      await start(limits);
      const statuses: number[] = [];
      for (let at = 0; at < 20; at++) statuses.push(await attempt(HOME, 'jane'));

      expect(statuses.filter((status) => status === 302)).toHaveLength(2);
      expect(await attempt(HOME, 'otto')).toBe(302);
    },
  );

  it('a network that is known for one user is not known for another (F10)', async () => {
    await start({ identifier: 2 });
    await attempt(HOME, 'jane', { password: PASSWORD });
    await guess('jane');
    await guess('otto');

    expect(await attempt(HOME, 'jane', { password: PASSWORD })).toBe(302);
    expect(await attempt(HOME, 'otto', { password: PASSWORD })).toBe(429);
  });

  it('a success from a known network does not undo guesses from other networks (F10)', async () => {
    await start({ identifier: 2 });
    await attempt(HOME, 'jane', { password: PASSWORD });
    await guess('jane');
    for (let at = 0; at < 10; at++) await attempt(HOME, 'jane', { password: PASSWORD });

    expect(await attempt('198.51.100.1', 'jane')).toBe(429);
    expect(await attempt('198.51.100.2', 'jane')).toBe(429);
  });

  it.each(['josé', 'JOSE', 'jo\u200bse', ' jose'])(
    'a success of %j clears no guesses for jose from its network (F16)',
    async (lookalike) => {
      await start({ sameNetwork: 3 });
      const statuses: number[] = [];
      for (let round = 0; round < 3; round++) {
        statuses.push(await attempt(HOME, 'jose'), await attempt(HOME, 'jose'));
        await attempt(HOME, lookalike, { password: PASSWORD });
      }

      expect(statuses).toEqual([302, 302, 302, 302, 429, 429]);
    },
  );

  it.each(['josé', 'JOSE'])(
    'a network that is known for %j is not known for jose (F10)',
    async (lookalike) => {
      await start({ identifier: 2 });
      for (let at = 0; at < 10; at++) {
        await attempt(`203.0.113.${at}`, lookalike, { password: PASSWORD });
      }
      const statuses: number[] = [];
      for (let at = 0; at < 10; at++) statuses.push(await attempt(`203.0.113.${at}`, 'jose'));

      expect(statuses.filter((status) => status === 302)).toHaveLength(3);
    },
  );

  it('a success clears mistakes of the same spelling (F16)', async () => {
    await start({ sameNetwork: 3 });
    const statuses: number[] = [];
    for (let round = 0; round < 5; round++) {
      statuses.push(await attempt(HOME, 'Jane'), await attempt(HOME, 'Jane'));
      statuses.push(await attempt(HOME, 'Jane', { password: PASSWORD }));
    }

    expect(new Set(statuses)).toEqual(new Set([302]));
  });

  it('a network that is known at one provider is not known at another (F10)', async () => {
    await start({ identifier: 2 });
    await attempt(HOME, 'jane', { password: PASSWORD });
    await guess('jane', 'staff');

    expect(await attempt(HOME, 'jane', { password: PASSWORD, provider: 'staff' })).toBe(429);
  });
});
