import { performance } from 'node:perf_hooks';
import { Credentials } from '@authnest/core';
import { verifyPassword } from '../fixtures/verify-password.js';
import { platforms, TestApp } from '../support/test-app.js';
import { printMedians, ROUNDS } from '../support/timings.js';

const ADDRESSES = { known: 'jane@example.com', unknown: 'nobody@example.com' } as const;

describe.each(platforms())('the password check from the guide on %s', (platform) => {
  const provider = Credentials({
    credentials: { email: {}, password: { type: 'password' } },
    authorize: ({ email, password }) => verifyPassword(email, password),
  });
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({ platform, config: { providers: [provider] } });
  });
  afterAll(() => app.close());

  it('signs in with the right password (F15)', async () => {
    const browser = app.client();

    await browser.signIn('credentials', { email: ADDRESSES.known, password: 'a-long-password' });

    expect(await browser.session()).toMatchObject({ user: { email: ADDRESSES.known } });
  });

  it('responds alike to a wrong password and an unknown user (F15)', async () => {
    const times = { known: [] as number[], unknown: [] as number[] };
    const results = { known: new Set<string>(), unknown: new Set<string>() };

    for (let round = 0; round < ROUNDS; round += 1) {
      for (const kind of ['known', 'unknown'] as const) {
        const browser = app.client();
        await browser.csrfToken();
        const began = performance.now();
        const fields = { email: ADDRESSES[kind], password: 'a-wrong-password' };
        const { status, location, text } = await browser.signIn('credentials', fields);
        times[kind].push(performance.now() - began);
        results[kind].add(JSON.stringify([status, location, text]));
      }
    }

    expect(results.known.size).toBe(1);
    expect(results.known).toEqual(results.unknown);
    printMedians(`passwords on ${platform}`, times);
  });
});
