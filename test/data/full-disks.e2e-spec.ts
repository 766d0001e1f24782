import { randomBytes } from 'node:crypto';
import { aSession, aUser } from '@authnest/testing';
import { TypeOrmAdapter } from '@authnest/typeorm';
import { describeWith } from '../support/services.js';
import { cookieHeader, MeController, SESSION } from '../support/signed-out.js';
import { storesWithoutRoom, type StoreWithoutRoom } from '../support/stores-without-room.js';
import { type CheckedClient, JANE, platforms, TestApp } from '../support/test-app.js';
import { until } from '../support/until.js';

const START_MS = 60_000;
const HOUR_MS = 3_600_000;
/** The minimum size of a row in bytes, so that existing pages fill quickly. */
const PICTURE = 40_000;
/** The maximum number of users, in case the store never becomes full. */
const PEOPLE = 500;

for (const kind of storesWithoutRoom) {
  describeWith(kind, kind.name, () => {
    let store: StoreWithoutRoom;
    beforeAll(async () => {
      store = await kind.open();
    }, START_MS);
    afterAll(() => store.close());

    describe.each(platforms())('on %s', (platform) => {
      let adapter: TypeOrmAdapter;
      let app: TestApp;
      beforeAll(async () => {
        adapter = new TypeOrmAdapter(store.dataSource);
        app = await TestApp.start({
          platform,
          config: { adapter, session: { updateAge: 0 } },
          module: { controllers: [MeController] },
        });
      });
      afterEach(() => store.empty());
      afterAll(() => app.close());

      /** Registers users until the store has no room for another. */
      async function registerUntilRefused(): Promise<{ stored: string[]; refusal: unknown }> {
        const stored: string[] = [];
        while (stored.length < PEOPLE) {
          const user = { ...aUser(), image: randomBytes(PICTURE / 2).toString('hex') };
          try {
            stored.push((await adapter.createUser(user)).id);
          } catch (refusal) {
            return { stored, refusal };
          }
        }
        return { stored, refusal: undefined };
      }

      async function expiredCookie(): Promise<string> {
        const { id: userId } = await adapter.createUser(aUser());
        const expires = new Date(Date.now() - HOUR_MS);
        const { sessionToken } = await adapter.createSession(aSession({ userId, expires }));
        return cookieHeader({ [SESSION]: sessionToken });
      }

      async function statusOf(client: CheckedClient, cookie?: string): Promise<number> {
        return (await client.get('/me', cookie === undefined ? {} : { cookie })).status;
      }

      it('valid sessions are read, ended ones are refused, and responses match what is stored (Q9)', async () => {
        const [jane, leaving, newcomer] = [app.client(), app.client(), app.client()];
        await jane.signIn('credentials', JANE);
        await leaving.signIn('credentials', JANE);
        const left = cookieHeader(Object.fromEntries(leaving.cookies));
        const expired = await expiredCookie();
        await leaving.csrfToken();
        await newcomer.csrfToken();
        await store.fill();

        const { stored, refusal } = await registerUntilRefused();

        expect(String(refusal)).toMatch(/^StoreError: insert into users failed \(\w+\)/);
        const isUp = (await statusOf(jane)) === 200;
        expect(isUp || kind.mayEndItself).toBe(true);
        expect(await statusOf(app.client(), expired)).toBe(isUp ? 401 : 503);
        // Some databases still have room for a sign-out, others do not.
        const out = await leaving.signOut();
        expect(isUp ? [302, 503] : [503]).toContain(out.status);
        if (isUp) expect(await statusOf(app.client(), left)).toBe(out.status === 302 ? 401 : 200);
        await newcomer.signIn('credentials', JANE);
        const isIn = newcomer.cookies.has(SESSION);
        expect(await statusOf(newcomer)).toBe(isIn ? 200 : 401);

        await store.empty();
        await until('the store is read', async () => (await statusOf(jane)) !== 503);
        expect(await statusOf(jane)).toBe(200);
        expect(await statusOf(newcomer)).toBe(isIn ? 200 : 401);
        expect(await statusOf(app.client(), left)).toBe(out.status === 302 ? 401 : 200);
        expect(await statusOf(app.client(), expired)).toBe(401);
        for (const id of stored) expect(await adapter.getUser(id)).not.toBeNull();
        const after = app.client();
        await after.signIn('credentials', JANE);
        expect(await statusOf(after)).toBe(200);
        expect((await after.signOut()).status).toBe(302);
      });
    });
  });
}
