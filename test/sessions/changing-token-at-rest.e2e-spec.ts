import { createHash } from 'node:crypto';
import { cookieHeader, MeController, SESSION } from '../support/signed-out.js';
import { JANE, platforms, TestApp } from '../support/test-app.js';
import { WatchedStore } from '../support/watched-store.js';

const SETTINGS = ['plain', 'hashed'] as const;
type Setting = (typeof SETTINGS)[number];
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Instances that share a table while `session.tokenAtRest` is being changed. */
describe.each(platforms())('instances with different values of tokenAtRest on %s', (platform) => {
  let store: WatchedStore;
  const instances = new Map<Setting, TestApp>();

  beforeAll(async () => {
    store = await WatchedStore.open('sqlite');
    for (const tokenAtRest of SETTINGS) {
      const session = { tokenAtRest, updateAge: 0 };
      const config = { adapter: store.adapter, session };
      const module = { controllers: [MeController] };
      instances.set(tokenAtRest, await TestApp.start({ platform, config, module }));
    }
  });

  afterAll(async () => {
    for (const app of instances.values()) await app.close();
    await store.close();
  });

  const at = (setting: Setting): TestApp => instances.get(setting)!;

  async function signIn(setting: Setting): Promise<string> {
    const browser = at(setting).client();
    await browser.signIn('credentials', JANE);
    return browser.cookies.get(SESSION) ?? '';
  }

  async function statusAt(setting: Setting, value: string): Promise<number> {
    const cookie = cookieHeader({ [SESSION]: value });
    return (await at(setting).client().get('/me', { cookie })).status;
  }

  it.each<[Setting, Setting, number]>([
    ['plain', 'plain', 200],
    ['plain', 'hashed', 401],
    ['hashed', 'plain', 200],
    ['hashed', 'hashed', 200],
  ])(
    'a session created with %s and read with %s gets a response with %i (V16)',
    async (issuer, reader, status) => {
      const token = await signIn(issuer);

      expect(await statusAt(reader, token)).toBe(status);
      expect(await statusAt(issuer, token)).toBe(200);
    },
  );

  it('a hash from the table is not accepted as a token by any instance (V16)', async () => {
    const token = await signIn('hashed');
    const rows = [...(await store.dump())].filter((value) => value.includes(sha256(token)));

    expect(rows).toContain(`sha256:${sha256(token)}`);
    for (const value of [...rows, sha256(token), rows[0]!.toUpperCase(), ` ${rows[0]}`]) {
      for (const setting of SETTINGS) expect(await statusAt(setting, value)).toBe(401);
    }
  });

  it('a value that is marked as a hash is not looked up (V16)', async () => {
    store.forgetCalls();

    for (const setting of SETTINGS) await statusAt(setting, `sha256:${'a'.repeat(64)}`);

    expect(store.calls).toEqual([]);
  });

  it.each<[Setting, Setting]>([
    ['plain', 'plain'],
    ['hashed', 'plain'],
    ['hashed', 'hashed'],
  ])(
    'a session created with %s can be ended with %s, by sign-out or by another sign-in (V16)',
    async (issuer, other) => {
      for (const end of ['signOut', 'signIn'] as const) {
        const token = await signIn(issuer);
        const browser = at(other).client();
        browser.cookies.set(SESSION, token);

        if (end === 'signOut') await browser.signOut();
        else await browser.signIn('credentials', JANE);

        expect(await statusAt(issuer, token)).toBe(401);
      }
    },
  );
});
