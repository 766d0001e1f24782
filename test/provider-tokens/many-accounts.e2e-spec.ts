import { aUser, FakeOAuthServer } from '@authnest/testing';
import { describeStores } from '../support/describe-stores.js';
import { timesOf } from '../support/effort.js';
import { platforms } from '../support/test-app.js';
import { TokenApp } from '../support/token-app.js';

const ACCOUNTS = timesOf('MANY_ACCOUNTS', { part: 500, whole: 1000 });
const OLD = 'an-old-encryption-secret-of-many-characters';
const NEW = 'a-new-encryption-secret-of-many-characters';
/** Long enough for `MANY_ACCOUNTS=5000` in a database, in milliseconds. */
const TIMEOUT_MS = 600_000;
const [platform = 'express'] = platforms();

let idp: FakeOAuthServer;
beforeAll(async () => {
  idp = await FakeOAuthServer.start();
});
afterAll(() => idp.close());

function account(userId: string, nth: number) {
  return {
    userId,
    type: 'oidc',
    provider: 'idp',
    providerAccountId: `account-${String(nth).padStart(5, '0')}`,
    access_token: `at-${nth}`,
    refresh_token: `rt-${nth}`,
    expires_at: 1,
  } as const;
}

await describeStores((open) => {
  it(
    'the tokens are resealed in batches, each account once (J64)',
    async () => {
      const { store, close } = await open();
      const { id } = await store.createUser(aUser());
      for (let nth = 0; nth < ACCOUNTS; nth += 100) {
        const batch = Array.from({ length: 100 }, (_, at) => account(id, nth + at));
        await Promise.all(batch.map(async (one) => store.linkAccount(one)));
      }
      const start = (encryptionSecret: string[]) =>
        TokenApp.start(platform, idp, {
          adapter: store,
          providerTokens: 'encrypt',
          encryptionSecret,
        });
      const reseal = async (app: TokenApp) => {
        const counts: number[] = [];
        while (counts.at(-1) !== 0) counts.push(await app.tokens.reseal());
        return counts;
      };
      const first = await start([OLD]);
      await reseal(first);
      await first.close();
      const app = await start([NEW, OLD]);

      const counts = await reseal(app);

      expect(counts).toHaveLength(ACCOUNTS / 100 + 1);
      expect(new Set(counts.slice(0, -1))).toEqual(new Set([100]));
      const accounts = await store.listAccountsByUserId(id);
      expect(new Set(accounts.map(({ access_token: token }) => token?.slice(0, 13))).size).toBe(1);
      await app.close();
      await close();
    },
    TIMEOUT_MS,
  );
});
