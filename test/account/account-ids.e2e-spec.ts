import { MemoryAdapter } from '@authnest/testing';
import { AccountWaysApp } from '../support/account-ways-app.js';

const OLD = 'old-secret-of-the-application-0123456789';
const NEW = 'new-secret-of-the-application-0123456789';

describe('the id of a linked account', () => {
  const adapter = new MemoryAdapter();
  const withSecret = (secret: string | string[]) =>
    AccountWaysApp.start({ platform: 'express', adapter, config: { secret } });

  it('is keyed, and is accepted as long as its secret is', async () => {
    const [old, both] = [await withSecret(OLD), await withSecret([NEW, OLD])];
    const user = await old.user('idp', 'gh');
    const ids = await Promise.all(
      [old, both].map(async (rig) => {
        const { accounts } = await rig.overview<{ accounts: { provider: string; id: string }[] }>(
          await rig.signedIn(user),
        );
        return accounts.find(({ provider }) => provider === 'idp')?.id ?? '';
      }),
    );
    expect(new Set(ids).size).toBe(2);

    const browser = await both.signedIn(user);
    const { location } = await both.post(browser, 'unlink', { provider: 'idp', id: ids[0] ?? '' });
    expect(location).toContain('done=unlinked');
    await old.close();
    await both.close();
  });
});
