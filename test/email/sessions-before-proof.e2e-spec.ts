import type { SessionOptions } from '@authnest/core';
import { FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { NOON, setClock, startClock, stopClock } from '../support/clock.js';
import { ContestedApp } from '../support/contested-app.js';
import { currentAdapter } from '../support/current-adapter.js';
import { MapRegistry } from '../support/map-registry.js';
import { MapRevocations } from '../support/revocations.js';
import { platforms } from '../support/test-app.js';

const VICTIM = 'victim@x.example';
const HOUR = 3600;
const DAY = 24 * HOUR;

const kinds: readonly [string, () => SessionOptions][] = [
  ['stateless sessions', () => ({ strategy: 'jwt' })],
  [
    'stateless sessions that can be revoked',
    () => ({ strategy: 'jwt', revocation: new MapRevocations() }),
  ],
  ['stateless sessions in a registry', () => ({ strategy: 'jwt', revocation: new MapRegistry() })],
  ['database sessions', () => ({ strategy: 'database' })],
];

describe.each(platforms().flatMap((platform) => kinds.map((kind) => [platform, ...kind] as const)))(
  'on %s, with %s, a session that began before the address was verified',
  (platform, kind, session) => {
    let provider: FakeOAuthServer;
    let adapter: MemoryAdapter;
    let contested: ContestedApp;
    let isTouched: boolean;

    beforeAll(async () => {
      provider = await FakeOAuthServer.start();
      adapter = new MemoryAdapter();
      contested = await ContestedApp.start({
        platform,
        adapter: currentAdapter(() => adapter),
        provider,
        session: session(),
        callbacks: {
          jwt: ({ token, trigger }) =>
            isTouched && trigger === 'update' ? { ...token, touched: Date.now() } : token,
        },
      });
    });
    beforeEach(() => {
      stopClock(NOON);
      isTouched = false;
      adapter = new MemoryAdapter();
    });
    afterEach(startClock);
    afterAll(async () => {
      await contested.close();
      await provider.close();
    });

    async function proveBehind() {
      const attacker = await contested.attackerOf(VICTIM);
      const victim = contested.app.client();
      await (
        await contested.linkOf(VICTIM, victim)
      )();
      expect(await victim.session()).toMatchObject({ user: { email: VICTIM } });
      return { attacker, victim };
    }

    const userOf = () => adapter.getUserByEmail(VICTIM);

    it('cannot add a passkey to the user (S2)', async () => {
      const attacker = await contested.attackerOf(VICTIM);
      const add = await contested.passkeyOf(attacker.user);
      const victim = contested.app.client();
      await (
        await contested.linkOf(VICTIM, victim)
      )();

      await add();

      expect(await adapter.listAuthenticatorsByUserId((await userOf())?.id ?? '')).toEqual([]);
    });

    it('cannot link an account to the user (S2)', async () => {
      const attacker = await contested.attackerOf(VICTIM);
      const link = await contested.linkingOf(attacker.browser, 'mallory');
      await (
        await contested.linkOf(VICTIM, contested.app.client())
      )();

      await link();

      const account = { provider: 'idp', providerAccountId: 'mallory' };
      expect(await adapter.getUserByAccount(account)).toBeNull();
    });

    it('ends at once if its store is asked at each request (ID1)', async () => {
      const { attacker, victim } = await proveBehind();
      const isAsked = ['stateless sessions in a registry', 'database sessions'].includes(kind);

      expect((await attacker.browser.session()) === null).toBe(isAsked);
      expect(await victim.session()).toMatchObject({ user: { email: VICTIM } });
    });

    it('ends at its next renewal, even if it is used every hour (S2)', async () => {
      const { attacker, victim } = await proveBehind();

      for (let hour = 1; hour <= 25; hour += 1) {
        setClock(hour * HOUR);
        await attacker.browser.session();
      }

      expect(await attacker.browser.session()).toBeNull();
      expect(await victim.session()).toMatchObject({ user: { email: VICTIM } });
    });

    it('ends when an update would renew it early (S2)', async () => {
      const { attacker } = await proveBehind();
      isTouched = true;

      for (let hour = 1; hour <= 25; hour += 1) {
        setClock(hour * HOUR);
        const csrfToken = await attacker.browser.csrfToken();
        await attacker.browser.post('/auth/session', { json: { csrfToken, data: {} } });
      }

      expect(await attacker.browser.session()).toBeNull();
    });

    it('cannot list or end the sessions of the owner, nor be prolonged by that (A26)', async () => {
      const { attacker, victim } = await proveBehind();
      setClock(60);
      const list = await attacker.browser.get('/auth/sessions');
      expect(list.status === 200 ? list.json() : { items: [] }).toEqual({ items: [] });

      for (let hour = 1; hour <= 25; hour += 1) {
        setClock(hour * HOUR);
        const csrfToken = await attacker.browser.csrfToken();
        const json = { csrfToken };
        const response = await attacker.browser.post('/auth/sessions/revoke-others', { json });
        expect(response.status).toBeGreaterThanOrEqual(400);
      }

      expect(await attacker.browser.session()).toBeNull();
      expect(await victim.session()).toMatchObject({ user: { email: VICTIM } });
    });

    it('stays valid if only its own browser verifies the address', async () => {
      const { browser } = await contested.attackerOf(VICTIM);

      setClock(DAY + HOUR);

      expect(await browser.session()).toMatchObject({ user: { email: VICTIM } });
      await (
        await contested.linkOf(VICTIM, browser)
      )();
      setClock(2 * DAY + 2 * HOUR);
      expect(await browser.session()).toMatchObject({ user: { email: VICTIM } });
    });
  },
);
