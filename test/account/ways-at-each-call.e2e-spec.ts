import { MemoryAdapter } from '@authnest/testing';
import { AccountWaysApp } from '../support/account-ways-app.js';
import { BetweenCalls } from '../support/between-calls.js';
import { MapRegistry } from '../support/map-registry.js';
import { PasskeyUser } from '../support/passkeys.js';
import { SoftwareAuthenticator } from '../support/software-authenticator.js';
import { platforms } from '../support/test-app.js';

const [platform = 'express'] = platforms();

describe.each(['jwt', 'database'] as const)('ways to sign in, %s sessions', (strategy) => {
  const calls = new BetweenCalls();
  let rig: AccountWaysApp;

  beforeAll(async () => {
    const revocation = calls.watch(new MapRegistry());
    rig = await AccountWaysApp.start({
      platform,
      adapter: calls.watch(new MemoryAdapter()),
      config: { session: strategy === 'jwt' ? { strategy, revocation } : { strategy } },
    });
  });
  afterAll(() => rig.close());

  /** Somebody with an account and a passkey, and another session, which may be a thief's. */
  async function somebody() {
    const user = await rig.user('idp');
    const [own, thief] = [await rig.signedIn(user), rig.app.client()];
    const { authenticator } = await new PasskeyUser(rig.app, own).register();
    await new PasskeyUser(rig.app, thief).signIn(authenticator);
    const [account] = (await rig.overview<{ accounts: { id: string }[] }>(own)).accounts;
    const key = authenticator.credentialId.toString('base64url');
    const form = {
      unlink: { provider: 'idp', id: account?.id ?? '' },
      'passkey-remove': { id: key },
    };
    const isThere = {
      unlink: async () =>
        (await rig.adapter.listAccountsByUserId?.(user.id))?.some((one) => one.provider === 'idp'),
      'passkey-remove': async () =>
        ((await rig.adapter.listAuthenticatorsByUserId?.(user.id)) ?? []).length > 0,
    };
    await own.csrfToken();
    return { own, thief, form, isThere };
  }

  const steps = ['unlink', 'passkey-remove'] as const;
  it.each(steps.flatMap((step) => (['before', 'after'] as const).map((at) => [at, step] as const)))(
    'with a failure %s any call, no session outlives a removal: %s',
    async (moment, step) => {
      const outlived: number[] = [];
      let n = 0;
      for (let isDone = true; isDone;) {
        n += 1;
        const { own, thief, form, isThere } = await somebody();
        const work = () => rig.post(own, step, form[step]);
        const breakOff = () => Promise.reject(new Error('broken off'));
        isDone = await calls.interrupt(n, breakOff, { work, moment });
        if (!(await isThere[step]()) && (await thief.session()) !== null) outlived.push(n);
      }

      expect(n).toBeGreaterThan(10);
      expect(outlived).toEqual([]);
    },
  );

  it('a passkey of which the store has lost the answer is told by mail (JT19)', async () => {
    const untold: number[] = [];
    let n = 0;
    for (let isDone = true; isDone;) {
      n += 1;
      const user = await rig.user('idp');
      const own = new PasskeyUser(rig.app, await rig.signedIn(user));
      const { options } = await own.ask({ action: 'register' });
      const made = new SoftwareAuthenticator(rig.url).create(options);
      await own.browser.csrfToken();
      const breakOff = () => Promise.reject(new Error('broken off'));
      const work = () => own.respond('register', made);
      isDone = await calls.interrupt(n, breakOff, { work, moment: 'after' });
      const keys = (await rig.adapter.listAuthenticatorsByUserId?.(user.id)) ?? [];
      await new Promise((resolve) => setImmediate(resolve));
      const isTold = rig.mails.some(({ kind, to }) => kind === 'way-added' && to === user.email);
      if (keys.length > 0 && !isTold) untold.push(n);
    }

    expect(n).toBeGreaterThan(10);
    expect(untold).toEqual([]);
  });
});
