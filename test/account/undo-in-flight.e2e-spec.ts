import { MemoryAdapter } from '@authnest/testing';
import { AccountWaysApp } from '../support/account-ways-app.js';
import { type CheckedClient, platforms } from '../support/test-app.js';

const [platform = 'express'] = platforms();

/** Lets something happen right before an account is removed, or the address changes. */
class InterruptedAdapter extends MemoryAdapter {
  beforeUnlinking: (() => Promise<unknown>) | undefined;
  beforeMoving: (() => Promise<unknown>) | undefined;

  override async addToUser(addition: Parameters<MemoryAdapter['addToUser']>[0]) {
    const once = this.beforeMoving;
    this.beforeMoving = undefined;
    await once?.();
    return super.addToUser(addition);
  }

  override async unlinkAccount(key: Parameters<MemoryAdapter['unlinkAccount']>[0]) {
    const once = this.beforeUnlinking;
    this.beforeUnlinking = undefined;
    await once?.();
    return super.unlinkAccount(key);
  }
}

describe.each(['jwt', 'database'] as const)('a thief during an undo, %s sessions', (strategy) => {
  const adapter = new InterruptedAdapter();
  let app: AccountWaysApp;

  beforeAll(async () => {
    const config = { account: { changeEmail: true } };
    app = await AccountWaysApp.start({ platform, strategy, adapter, config });
  });
  afterAll(() => app.close());

  /** Signs in at the provider, or adds an account there if the browser is signed in. */
  async function signIn(browser: CheckedClient, subject: string): Promise<void> {
    const { location = '' } = await browser.signIn('idp');
    await app.atProvider(browser, location, subject);
  }

  async function confirm(browser: CheckedClient, to: string, kind: string, step: string) {
    const find = () => app.mails.findLast((mail) => mail.to === to && mail.kind === kind)?.url;
    while (find() === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
    const { pathname, search, searchParams } = new URL(find() ?? '');
    await browser.get(pathname + search);
    const of = searchParams.get('of');
    return app.post(browser, step, of === null ? {} : { of });
  }

  async function stolen() {
    const user = await app.user();
    const thief = await app.signedIn(user);
    const email = `${user.id}@thief.example`;
    await app.post(thief, 'email', { email });
    await confirm(thief, user.email, 'confirm-email', 'email-confirm');
    await confirm(thief, email, 'confirm-email', 'email-confirm');
    expect((await adapter.getUser(user.id))?.email).toBe(email);
    return { user, thief };
  }

  it('does not keep the owner from it by ending sessions (LT2)', async () => {
    const { user } = await stolen();
    adapter.beforeMoving = () => adapter.endAccess({ userId: user.id, at: new Date() });

    const { status } = await confirm(app.app.client(), user.email, 'email-changed', 'email-undo');

    expect(status).toBe(200);
    expect(adapter.beforeMoving).toBeUndefined();
    expect((await adapter.getUser(user.id))?.email).toBe(user.email);
  });

  it('adds nothing that stays with an account that is about to be removed (GT2)', async () => {
    const { user, thief } = await stolen();
    await signIn(thief, `first-${user.id}`);
    adapter.beforeUnlinking = async () => {
      const again = app.app.client();
      await signIn(again, `first-${user.id}`);
      await signIn(again, `second-${user.id}`);
      expect(await adapter.listAccountsByUserId(user.id)).toHaveLength(2);
    };

    const { status } = await confirm(app.app.client(), user.email, 'email-changed', 'email-undo');

    expect(status).toBe(200);
    expect(adapter.beforeUnlinking).toBeUndefined();
    expect((await adapter.getUser(user.id))?.email).toBe(user.email);
    expect(await adapter.listAccountsByUserId(user.id)).toEqual([]);
  });
});
