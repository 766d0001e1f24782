import { MemoryAdapter } from '@authnest/testing';
import { randomUUID } from 'node:crypto';
import { AccountApp } from '../support/account-app.js';
import { AccountWaysApp } from '../support/account-ways-app.js';
import { PasskeyUser } from '../support/passkeys.js';
import { platforms } from '../support/test-app.js';

const [platform = 'express'] = platforms();
const strategy = 'database';
/** Purposes of what is stored after a change of address. */
const [FORMER, UNDO] = ['email-former', 'email-undo'];

/** Loses the answer to an operation once: it was carried out all the same. */
class LosingAdapter extends MemoryAdapter {
  losing: string | undefined;

  override async addToUser(addition: Parameters<MemoryAdapter['addToUser']>[0]) {
    return this.lose('addToUser', await super.addToUser(addition));
  }

  override async unlinkAccount(key: Parameters<MemoryAdapter['unlinkAccount']>[0]) {
    return this.lose('unlinkAccount', await super.unlinkAccount(key));
  }

  override async deleteAuthenticator(credentialID: string) {
    return this.lose('deleteAuthenticator', await super.deleteAuthenticator(credentialID));
  }

  override async createChallenge(challenge: Parameters<MemoryAdapter['createChallenge']>[0]) {
    return this.lose(challenge.purpose, await super.createChallenge(challenge));
  }

  override async deleteVerificationTokensByIdentifier(address: string) {
    const deleted = await super.deleteVerificationTokensByIdentifier(address);
    return this.lose('deleteVerificationTokensByIdentifier', deleted);
  }

  private lose<T>(name: string, answer: T): T {
    if (this.losing !== name) return answer;
    this.losing = undefined;
    throw new Error('the connection was lost');
  }
}

describe('when the answer of the store is lost', () => {
  const adapter = new LosingAdapter();
  let rig: AccountWaysApp;
  let app: AccountApp;

  beforeAll(async () => {
    rig = await AccountWaysApp.start({ platform, strategy, adapter });
    app = await AccountApp.start({ platform, strategy, adapter });
  });
  afterAll(async () => {
    await rig.close();
    await app.close();
  });

  it('an account that was unlinked all the same ends the other sessions (JT19)', async () => {
    const user = await rig.user('idp', 'gh');
    const [own, thief] = [await rig.signedIn(user), await rig.signedIn(user)];
    const { accounts } = await rig.overview<{ accounts: Record<string, string>[] }>(own);
    const { id = '' } = accounts.find(({ provider }) => provider === 'idp') ?? {};

    adapter.losing = 'unlinkAccount';
    await rig.post(own, 'unlink', { provider: 'idp', id });

    expect(adapter.losing).toBeUndefined();
    expect(await adapter.listAccountsByUserId(user.id)).toHaveLength(1);
    expect(await thief.session()).toBeNull();
    expect(await own.session()).not.toBeNull();
  });

  it('a passkey that was removed all the same ends the other sessions (JT19)', async () => {
    const user = await rig.user('gh');
    const own = await rig.signedIn(user);
    const { authenticator } = await new PasskeyUser(rig.app, own).register(user.email);
    const thief = await rig.signedIn(user);
    const id = authenticator.credentialId.toString('base64url');

    adapter.losing = 'deleteAuthenticator';
    await rig.post(own, 'passkey-remove', { id });

    expect(adapter.losing).toBeUndefined();
    expect(await adapter.listAuthenticatorsByUserId(user.id)).toEqual([]);
    expect(await thief.session()).toBeNull();
    expect(await own.session()).not.toBeNull();
  });

  async function changing(losing: string) {
    const user = await app.user();
    const [thief, owner] = [await app.signedIn(user), await app.signedIn(user)];
    const to = `${randomUUID()}@thief.example`;
    await app.send(thief, 'email', { email: to });
    await app.follow(thief, await app.link(user.email, 'confirm-email'));
    const link = await app.link(to, 'confirm-email');

    adapter.losing = losing;
    await app.follow(thief, link);

    expect(adapter.losing).toBeUndefined();
    expect((await app.now(user))?.email).toBe(to);
    expect(await owner.session()).toBeNull();
    const event = expect.objectContaining({ from: user.email, to });
    expect(app.events).toContainEqual(['changeEmail', event]);
    return app.mail(user.email, 'email-changed').then((mail) => ({ user, mail }));
  }

  it.each(['addToUser', 'deleteVerificationTokensByIdentifier', FORMER])(
    'an address that was changed all the same is told to the former one, and can be undone (%s)',
    async (losing) => {
      const { user } = await changing(losing);

      await app.follow(app.app.client(), await app.link(user.email, 'email-changed'));
      expect((await app.now(user))?.email).toBe(user.email);
    },
  );

  it('an address that was changed without a link to undo it is told to the former one (JT20)', async () => {
    const { mail } = await changing(UNDO);

    expect(mail.url).toBeUndefined();
  });
});
