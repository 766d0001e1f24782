import { randomUUID } from 'node:crypto';
import { SessionService } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { AccountApp } from '../support/account-app.js';
import { platforms } from '../support/test-app.js';

const [platform = 'express'] = platforms();

/** Lets something happen right before an operation. */
class InterruptedAdapter extends MemoryAdapter {
  before: Record<string, (() => Promise<unknown>) | undefined> = {};

  override async tryChallenge(attempt: Parameters<MemoryAdapter['tryChallenge']>[0]) {
    await this.interrupt('tryChallenge');
    return super.tryChallenge(attempt);
  }

  override async addToUser(addition: Parameters<MemoryAdapter['addToUser']>[0]) {
    await this.interrupt('addToUser');
    return super.addToUser(addition);
  }

  private async interrupt(name: string): Promise<void> {
    const once = this.before[name];
    this.before[name] = undefined;
    await once?.();
  }
}

describe.each(['jwt', 'bare', 'database'] as const)(
  'a change of address that is being confirmed, %s',
  (strategy) => {
    const adapter = new InterruptedAdapter();
    let app: AccountApp;

    beforeAll(async () => {
      const account = { changeEmail: { confirm: 'new' } } as const;
      app = await AccountApp.start({ platform, strategy, adapter, account });
    });
    afterAll(() => app.close());

    it.each(['tryChallenge', 'addToUser'])(
      'does not take place once all sessions have ended (%s)',
      async (operation) => {
        const user = await app.user();
        const thief = await app.signedIn(user);
        const email = `${randomUUID()}@thief.example`;
        await app.send(thief, 'email', { email });
        const link = await app.link(email, 'confirm-email');
        const sessions = app.app.app.get(SessionService, { strict: false });
        adapter.before[operation] = () => sessions.endAccess(user.id);

        await app.follow(thief, link);

        expect((await app.now(user))?.email).toBe(user.email);
      },
    );
  },
);
