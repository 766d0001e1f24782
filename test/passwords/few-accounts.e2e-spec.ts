import type { ClientResponse } from '@authnest/testing';
import { addressHeader } from '../support/limited-app.js';
import { CHEAP, GOOD, PasswordApp } from '../support/password-app.js';
import { type CheckedClient, platforms } from '../support/test-app.js';
import { until } from '../support/until.js';

/** Each network may try five at a time with one account, and 32 are hashed at a time. */
const [ACCOUNTS, EACH] = [7, 5];

describe.each(platforms())('a few accounts that sign in all the time on %s', (platform) => {
  let waiting: (() => void)[] | undefined;
  let app: PasswordApp;

  beforeAll(async () => {
    const verify: typeof CHEAP.verify = async (password, hash) => {
      if (waiting) await new Promise<void>((resolve) => waiting?.push(resolve));
      return CHEAP.verify(password, hash);
    };
    app = await PasswordApp.start({
      platform,
      password: { hashing: { ...CHEAP, verify } },
      config: { limits: { address: addressHeader } },
    });
  });
  afterAll(() => app.close());

  const at = (network: string): CheckedClient => app.client({ 'x-test-address': network });

  it.each([
    ['ipv4', (nth: number) => `198.51.100.1:${nth + 1}`],
    ['ipv6', (nth: number) => `2001:db8:1:1${nth.toString(16).padStart(2, '0')}::1`],
  ])('keep nobody of another network waiting: %s (K35)', async (family, addressOf) => {
    const people = Array.from({ length: ACCOUNTS }, (_, nth) => `${nth}.${family}@corp.example`);
    const owner = `vera.${family}@corp.example`;
    for (const email of [...people, owner]) await app.registered(email);
    const sign = people.flatMap((email) => Array.from({ length: EACH }, () => email));
    waiting = [];
    let refused = 0;
    const attempt = async (email: string, network: string): Promise<ClientResponse> => {
      const response = await app.signIn(email, GOOD, at(network));
      if (response.status === 429) refused += 1;
      return response;
    };
    const areDecided = (count: number) => () => (waiting?.length ?? 0) + refused === count;

    const attempts = sign.map((email, nth) => attempt(email, addressOf(nth)));
    await until('each is hashed or refused', areDecided(sign.length));
    const ownAttempt = attempt(owner, '192.0.2.7');
    await until('it is hashed or refused', areDecided(sign.length + 1));
    const going = waiting;
    waiting = undefined;
    for (const go of going) go();

    expect((await ownAttempt).status).toBe(302);
    expect(going).toHaveLength(9);
    // Those that were refused are not counted, and the next ones are not refused.
    await Promise.all(attempts);
    expect((await app.signIn(people[0] ?? '', GOOD, at(addressOf(0)))).status).toBe(302);
  });
});
