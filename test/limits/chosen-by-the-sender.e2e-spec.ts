import { MemoryAdapter } from '@authnest/testing';
import { startClock, stopClock } from '../support/clock.js';
import { startLimited } from '../support/limited-app.js';
import { credentials, PASSWORD, platforms, SECRET, TestApp } from '../support/test-app.js';

const HOME = '192.0.2.1';
const ADDRESS = { 'x-test-address': HOME };

/** Posts a guess, and returns its status. */
async function guess(
  app: TestApp,
  form: Record<string, string>,
  headers: Record<string, string> = ADDRESS,
): Promise<number> {
  const client = app.client(headers);
  const fields = { csrfToken: await client.csrfToken(), password: 'wrong', ...form };
  return (await client.post('/auth/callback/credentials', { form: fields })).status;
}

describe.each(platforms())('counters on %s', (platform) => {
  let app: TestApp;

  beforeEach(() => stopClock());
  afterEach(async () => {
    startClock();
    await app.close();
  });

  it('are the same for every tenant that a visitor can choose (RQ2)', async () => {
    app = await TestApp.start({
      platform,
      input: (request: { headers: Record<string, string> }) => ({
        secret: SECRET,
        trustHost: true,
        tenant: request.headers['x-tenant'] ?? 'none',
        limits: { credentials: { network: 3 }, address: () => HOME },
        providers: [credentials()],
      }),
    });
    const statuses: number[] = [];

    for (let nth = 0; nth < 6; nth += 1) {
      statuses.push(await guess(app, { username: `u${nth}` }, { 'x-tenant': `t${nth}` }));
    }

    expect(statuses).toEqual([302, 302, 302, 302, 429, 429]);
  });

  it('of a user are not cleared by a namesake in another company (RQ6)', async () => {
    const fields = {
      company: {},
      username: { autocomplete: 'username' },
      password: { type: 'password' },
    };
    ({ app } = await startLimited(
      platform,
      { credentials: { sameNetwork: 3 } },
      { providers: [{ ...credentials(), credentials: fields }] },
    ));
    const statuses: number[] = [];

    for (let round = 0; round < 3; round += 1) {
      statuses.push(await guess(app, { company: 'acme', username: 'admin' }));
      statuses.push(await guess(app, { company: 'acme', username: 'admin' }));
      await guess(app, { company: 'evil', username: 'admin', password: PASSWORD });
    }

    expect(statuses).toEqual([302, 302, 302, 302, 429, 429]);
  });

  it.each(['ja\u0001ne', 'ja\u0000ne', `${' '.repeat(300)}jane`, 'jane\n'])(
    'refuse the name %j, and count it for its network (RQ3)',
    async (username) => {
      const asked: unknown[] = [];
      const providers = [
        {
          ...credentials(),
          authorize: (form: unknown) => {
            asked.push(form);
            return null;
          },
        },
      ];
      ({ app } = await startLimited(platform, { credentials: { network: 2 } }, { providers }));

      const statuses = [1, 2, 3, 4].map(() => guess(app, { username }));

      expect((await Promise.all(statuses)).toSorted((one, other) => one - other)).toEqual([
        302, 302, 302, 429,
      ]);
      expect(asked).toEqual([]);
    },
  );

  it('are not kept for names that are refused, however long they are (RQ3)', async () => {
    ({ app } = await startLimited(platform, { credentials: { identifier: 1, network: 50 } }));
    const username = 'ø'.repeat(5_000);
    const statuses: number[] = [];

    for (let nth = 0; nth < 4; nth += 1) {
      statuses.push(await guess(app, { username }, { 'x-test-address': `203.0.113.${nth}` }));
    }

    expect(statuses).toEqual([302, 302, 302, 302]);
  });

  it('of a person are one for all spellings that a database compares as equal (RQ3)', async () => {
    ({ app } = await startLimited(platform, { credentials: { sameNetwork: 3, network: 100 } }));
    const spellings = ['jo', 'JÖ', 'jø', '🅹🅾', 'ｊｏ', 'j\u200bo', ' jo', 'ĵó', 'JO'];

    const statuses: number[] = [];
    for (const username of spellings) statuses.push(await guess(app, { username }));

    expect(statuses.filter((status) => status === 302)).toHaveLength(4);
  });

  it('filled by others with a session of the user do not keep her from ending it (ID11)', async () => {
    ({ app } = await startLimited(
      platform,
      { sessions: { sameNetwork: 3, identifier: 5 } },
      { adapter: new MemoryAdapter() },
    ));
    const owner = app.client(ADDRESS);
    await owner.signIn('credentials', { username: 'jane', password: PASSWORD });
    const statuses: number[] = [];
    for (let nth = 0; nth < 20; nth += 1) {
      const thief = app.client({ 'x-test-address': `203.0.113.${nth % 5}` });
      for (const [name, value] of owner.cookies) thief.cookies.set(name, value);
      const json = { csrfToken: await thief.csrfToken(), id: 'x' };
      statuses.push((await thief.post('/auth/sessions/revoke', { json })).status);
    }

    // From a network from which she has not signed in.
    const away = app.client({ 'x-test-address': '198.51.100.7' });
    for (const [name, value] of owner.cookies) away.cookies.set(name, value);
    const json = { csrfToken: await away.csrfToken() };
    const { status } = await away.post('/auth/sessions/revoke-all', { json });

    expect(statuses).toContain(404);
    expect(status).toBe(200);
    expect(await owner.session()).toBeNull();
  });

  it('cover a /56 of IPv6, which one customer may have, besides each /64 (RQ14)', async () => {
    ({ app } = await startLimited(platform, { credentials: { network: 2, sameNetwork: 50 } }));
    const statuses: number[] = [];

    for (let nth = 0; nth < 12; nth += 1) {
      const from = { 'x-test-address': `2001:db8:0:1${nth.toString(16).padStart(2, '0')}::1` };
      statuses.push(await guess(app, { username: `u${nth}` }, from));
    }
    const other = { 'x-test-address': '2001:db8:0:200::1' };

    expect(statuses.filter((status) => status === 302)).toHaveLength(9);
    expect(await guess(app, { username: 'x' }, other)).toBe(302);
  });
});

describe.each(platforms())('the counter of a mailbox on %s', (platform) => {
  it('is one for all spellings of a Gmail address (RQ15)', async () => {
    const { app } = await startLimited(
      platform,
      { emails: { sameNetwork: 50, network: 50, identifier: 2 } },
      {
        adapter: new MemoryAdapter(),
        providers: [
          {
            id: 'email',
            name: 'Email',
            type: 'email',
            sendVerificationRequest: () => undefined,
          } as never,
        ],
      },
    );
    const statuses: number[] = [];
    for (const email of [
      'v.era@gmail.com',
      've.ra@googlemail.com',
      'vera+x@gmail.com',
      'v.e.ra@gmail.com',
      'vera@gmail.com',
    ]) {
      const client = app.client({ 'x-test-address': HOME });
      const { status } = await client.signIn('email', { email });
      statuses.push(status);
    }

    expect(statuses).toEqual([302, 302, 302, 429, 429]);
    await app.close();
  });
});
