import { startClock, stopClock } from '../support/clock.js';
import { timesOf } from '../support/effort.js';
import { addressHeader } from '../support/limited-app.js';
import { GOOD, PasswordApp } from '../support/password-app.js';
import { platforms } from '../support/test-app.js';

/** Of the 2^16; `libs/core/src/limits/network-of.spec.ts` looks at all of them. */
const ADDRESSES = timesOf('ADDRESSES', { part: 40, whole: 1000 });
const FREE = 2;
const LIMIT = { network: FREE, sameNetwork: 1000, identifier: 1000 };
const STEPS = {
  register: '/auth/password/register',
  forgot: '/auth/password/forgot',
  'sign in': '/auth/callback/password',
};

describe.each(platforms())('the network of somebody who types a password on %s', (platform) => {
  let app: PasswordApp;
  let nth = 0;

  beforeAll(async () => {
    app = await PasswordApp.start({
      platform,
      config: { limits: { address: addressHeader, emails: LIMIT, credentials: LIMIT } },
    });
    stopClock();
  });
  afterAll(async () => {
    startClock();
    await app.close();
  });

  /** Tries with another address each time. @returns how many attempts were not refused */
  async function passed(step: keyof typeof STEPS, networks: readonly string[]): Promise<number> {
    let count = 0;
    for (const network of networks) {
      const browser = app.client({ 'x-test-address': network });
      const form = { email: `nobody-${(nth += 1)}@corp.example`, password: GOOD };
      const csrfToken = await browser.csrfToken();
      const { status } = await browser.post(STEPS[step], { form: { ...form, csrfToken } });
      if (status !== 429) count += 1;
    }
    return count;
  }

  describe.each(Object.keys(STEPS) as (keyof typeof STEPS)[])('at %s', (step) => {
    const group = Object.keys(STEPS).indexOf(step);

    it('is one for the addresses of one /64 (K88)', async () => {
      const stride = Math.floor(2 ** 16 / ADDRESSES);
      const addresses = Array.from(
        { length: ADDRESSES },
        (_, index) => `2001:db8:${group}:1::${(index * stride).toString(16)}`,
      );

      // One more than are free, which makes the next ones wait.
      expect(await passed(step, addresses)).toBeLessThanOrEqual(FREE + 1);
      expect(await passed(step, [`2001:db8:${group + 8}:100::1`])).toBe(1);
    });

    it('is one for every spelling of an address (K88)', async () => {
      const own = `2001:db8:${group}:200`;
      const six = [`${own}::a`, `${own}::A`.toUpperCase(), `[${own}::a]`, `${own}:0:0:0:a`];
      expect(await passed(step, [...six, ...six])).toBeLessThanOrEqual(FREE + 1);
      const four = ['', '::ffff:', '::FFFF:', '0:0:0:0:0:ffff:'].map(
        (before) => `${before}198.51.100.${group}`,
      );
      expect(await passed(step, [...four, ...four])).toBeLessThanOrEqual(FREE + 1);
    });
  });
});
