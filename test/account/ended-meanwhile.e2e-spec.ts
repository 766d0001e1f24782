import { MemoryAdapter } from '@authnest/testing';
import { AccountWaysApp } from '../support/account-ways-app.js';
import { MapRegistry } from '../support/map-registry.js';
import { PasskeyUser } from '../support/passkeys.js';

/** Lets something happen right after an account was unlinked. */
class Interrupted extends MemoryAdapter {
  next: () => Promise<unknown> = async () => undefined;
  override async unlinkAccount(key: Parameters<MemoryAdapter['unlinkAccount']>[0]) {
    const removed = await super.unlinkAccount(key);
    await this.next();
    return removed;
  }
}

const sessions = {
  database: { strategy: 'database' },
  registry: { strategy: 'jwt', revocation: new MapRegistry() },
} as const;

describe.each(['database', 'registry'] as const)('an account that is unlinked, %s', (kind) => {
  it('takes all sessions with it, if that of the request ends meanwhile', async () => {
    const adapter = new Interrupted();
    const config = { session: sessions[kind] };
    const rig = await AccountWaysApp.start({ platform: 'express', adapter, config });
    const user = await rig.user('idp', 'gh');
    const [browser, other] = [await rig.signedIn(user), await rig.signedIn(user)];
    const copy = rig.app.client();
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
    const csrfToken = await copy.csrfToken();
    const { accounts } = await rig.overview<{ accounts: { provider: string; id: string }[] }>(
      browser,
    );
    adapter.next = () => copy.post('/auth/signout', { form: { csrfToken } });
    const id = accounts.find(({ provider }) => provider === 'idp')?.id ?? '';
    await rig.post(browser, 'unlink', { provider: 'idp', id });

    expect(await adapter.listAccountsByUserId(user.id)).toHaveLength(1);
    expect(await other.session()).toBeNull();
    await rig.close();
  });
});

/** Its sessions cannot be listed, and so not be ended. */
class Down extends MemoryAdapter {
  isDown = false;
  override async listSessionsByUserId(userId: string) {
    if (this.isDown) throw new Error('down');
    return super.listSessionsByUserId(userId);
  }
}

describe('a way that is removed while no other session can be ended', () => {
  it('stays, and can be removed again (JT7)', async () => {
    const adapter = new Down();
    const rig = await AccountWaysApp.start({ platform: 'express', adapter });
    const user = await rig.user('idp', 'gh');
    const browser = await rig.signedIn(user);
    const { authenticator } = await new PasskeyUser(rig.app, browser).register(user.email);
    const thief = await rig.signedIn(user);
    const { accounts } = await rig.overview<{ accounts: { provider: string; id: string }[] }>(
      browser,
    );
    const account = accounts.find(({ provider }) => provider === 'idp') ?? { id: '' };
    const passkey = { id: authenticator.credentialId.toString('base64url') };
    const unlink = () => rig.post(browser, 'unlink', { provider: 'idp', id: account.id });
    const remove = () => rig.post(browser, 'passkey-remove', passkey);
    adapter.isDown = true;
    const answers = [await unlink(), await remove()];
    adapter.isDown = false;

    for (const { location } of answers) expect(location).not.toContain('done=');
    expect(await adapter.listAuthenticatorsByUserId(user.id)).toHaveLength(1);
    expect(await adapter.listAccountsByUserId(user.id)).toHaveLength(3);
    expect(await thief.session()).not.toBeNull();

    await remove();
    expect((await unlink()).location).toContain('done=');
    expect(await thief.session()).toBeNull();
    await rig.close();
  });
});

describe('a passkey that is removed', () => {
  it('takes the other sessions with it, though the store fails after its key was deleted', async () => {
    const adapter = new Interrupted();
    const rig = await AccountWaysApp.start({ platform: 'express', adapter });
    const user = await rig.user('gh');
    const browser = await rig.signedIn(user);
    const { authenticator } = await new PasskeyUser(rig.app, browser).register(user.email);
    const other = await rig.signedIn(user);
    adapter.next = () => Promise.reject(new Error('down'));
    const id = authenticator.credentialId.toString('base64url');
    const { location } = await rig.post(browser, 'passkey-remove', { id });

    expect(location).toContain('done=passkeyRemoved');
    expect(await adapter.listAuthenticatorsByUserId(user.id)).toEqual([]);
    expect(await browser.session()).not.toBeNull();
    expect(await other.session()).toBeNull();
    expect(rig.app.logs.lines.join('')).toContain('was not deleted');
    await rig.close();
  });
});
