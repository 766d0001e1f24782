import { MemoryAdapter } from '@authnest/testing';
import { randomUUID } from 'node:crypto';
import { AccountApp } from '../support/account-app.js';
import { platforms } from '../support/test-app.js';

const [platform = 'express'] = platforms();

/** Fails once before an operation. */
class FailingAdapter extends MemoryAdapter {
  failing: string | undefined;

  override async addToUser(addition: Parameters<MemoryAdapter['addToUser']>[0]) {
    this.fail('addToUser');
    return super.addToUser(addition);
  }

  override async endAccess(end: Parameters<MemoryAdapter['endAccess']>[0]) {
    this.fail('endAccess');
    return super.endAccess(end);
  }

  override async unlinkAccount(key: Parameters<MemoryAdapter['unlinkAccount']>[0]) {
    this.fail('unlinkAccount');
    return super.unlinkAccount(key);
  }

  private fail(name: string): void {
    if (this.failing !== name) return;
    this.failing = undefined;
    throw new Error('the store is down');
  }
}

describe.each(['jwt', 'database', 'bare'] as const)(
  'an undo of an address that breaks off, %s',
  (strategy) => {
    const adapter = new FailingAdapter();
    let app: AccountApp;

    beforeAll(async () => {
      app = await AccountApp.start({ platform, strategy, adapter });
    });
    afterAll(() => app.close());

    it.each(['addToUser', 'endAccess', 'unlinkAccount'])(
      'is completed by the same link (%s)',
      async (operation) => {
        const user = await app.user();
        const browser = await app.signedIn(user);
        await app.changed(browser, user, `${randomUUID()}@thief.example`);
        const link = await app.link(user.email, 'email-changed');
        const added = { userId: user.id, providerAccountId: `thief-${user.id}` };
        await adapter.linkAccount({ ...added, provider: 'idp', type: 'oidc' });
        const owner = app.app.client();

        adapter.failing = operation;
        await app.follow(owner, link);
        expect(adapter.failing).toBeUndefined();
        const { status } = await app.follow(owner, link);

        expect(status).toBe(200);
        expect((await app.now(user))?.email).toBe(user.email);
        expect(await adapter.listAccountsByUserId(user.id)).toEqual([]);
        const { status: refused } = await app.send(browser, 'email', { email: 'x@y.example' });
        expect(refused).not.toBe(200);
        expect((await app.follow(owner, link)).status).toBe(403);
      },
    );
  },
);
