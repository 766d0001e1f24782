import { UnstorageAdapter } from '@auth/unstorage-adapter';
import { Passkey, WebAuthn } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { sign } from 'node:crypto';
import { createStorage } from 'unstorage';
import memoryDriver from 'unstorage/drivers/memory';
import type { Encodable } from '../support/cbor.js';
import { startClock, stopClock } from '../support/clock.js';
import { isRefused, PasskeyUser, startPasskeyApp } from '../support/passkeys.js';
import {
  type Algorithm,
  BACKED_UP,
  type Behaviour,
  PRESENT,
  SoftwareAuthenticator,
  VERIFIED,
} from '../support/software-authenticator.js';
import { JANE, platforms, TestApp } from '../support/test-app.js';

describe.each(platforms())('the registration of passkeys on %s', (platform) => {
  let app: TestApp;
  let adapter: MemoryAdapter;
  let count = 0;

  beforeAll(async () => {
    adapter = new MemoryAdapter();
    app = await startPasskeyApp({ platform, adapter });
  });
  afterAll(() => app.close());

  const newEmail = (): string => `new-${(count += 1)}@example.com`;

  async function expectRefused(behaviour: Behaviour, own?: SoftwareAuthenticator): Promise<void> {
    const email = newEmail();
    const user = new PasskeyUser(app);

    const { response } = await user.register(email, own, behaviour);

    expect(isRefused(response)).toBe(true);
    expect(await user.session()).toBeNull();
    expect(await adapter.getUserByEmail(email)).toBeNull();
  }

  it.each([
    ['another scheme', (url: string) => url.replace('http:', 'https:')],
    ['another port', (url: string) => url.replace(/\d+$/, '1')],
    ['a sibling host', (url: string) => url.replace('127', 'app.127')],
    ['an opaque origin', () => 'null'],
    ['a look-alike host', (url: string) => url.replace('127.0.0.1', '127.0.0.1.evil.test')],
  ])('refuses a registration from %s (G04)', async (_name, origin) => {
    await expectRefused({ origin: origin(app.url) });
  });

  describe('if getUserInfo returns the address in another spelling,', () => {
    let own: TestApp;

    beforeAll(async () => {
      const user = { email: ' Ada.Spelt@Example.com' };
      const provider = { getUserInfo: () => ({ user, exists: false }) };
      own = await startPasskeyApp({ platform, adapter, provider });
    });
    afterAll(() => own.close());

    it('stores it normalized, and refuses it for a second user', async () => {
      const { response: first } = await new PasskeyUser(own).register();
      const { response: second } = await new PasskeyUser(own).register();

      expect(first.location).toBe(own.url);
      expect(await adapter.getUserByEmail('ada.spelt@example.com')).not.toBeNull();
      expect(second.location).toContain('error=AccountNotLinked');
    });
  });

  it.each([
    ['an address that another person has', false],
    ['an address that the same request, sent twice, has just registered', true],
  ])('lets the device forget a passkey only if nobody has it: %s (CT4)', async (_, isSame) => {
    const own = new MemoryAdapter();
    const email = newEmail();
    const look = own.getAuthenticator.bind(own);
    own.getAuthenticator = async (id) => {
      if (await own.getUserByEmail(email)) return look(id);
      const { id: userId } = await own.createUser({ id: 'first', email, emailVerified: null });
      const passkey = { credentialID: id, credentialPublicKey: 'key', providerAccountId: id };
      const facts = { counter: 0, credentialDeviceType: 'singleDevice', credentialBackedUp: false };
      if (isSame) await own.createAuthenticator({ ...passkey, ...facts, userId });
      return null;
    };
    const other = await startPasskeyApp({ platform, adapter: own });
    const user = new PasskeyUser(other, other.client({ accept: 'text/html' }));
    const { response } = await user.register(email);
    const page = await user.browser.get(response.location ?? '');

    expect(response.location).toContain('error=AccountNotLinked');
    expect(page.text.includes('data-unknown=')).toBe(!isSame);
    await other.close();
  });

  it('refuses a registration for another relying party (G04)', async () => {
    await expectRefused({ rpId: 'evil.test' });
  });

  it.each(['webauthn.get', ''])('refuses the type %j (G05)', async (type) => {
    await expectRefused({ type });
  });

  it.each([
    ['without user presence', { flags: VERIFIED }],
    ['without user verification, which passkeys require', { flags: PRESENT }],
    ['that is backed up but not eligible for backup', { flags: PRESENT | VERIFIED | BACKED_UP }],
    ['from a cross-origin frame', { crossOrigin: true }],
    ['with a top-level origin', { topOrigin: 'https://evil.test' }],
  ])('refuses a registration %s (G06)', async (_name, behaviour) => {
    await expectRefused(behaviour);
  });

  it('refuses a key for an algorithm that was not offered (G12)', async () => {
    await expectRefused({}, new SoftwareAuthenticator(app.url, Buffer.from('id'), -35));
  });

  it.each([-8, -257] as const)(
    'refuses a key for the algorithm %i if only -7 was offered (G12)',
    async (own) => {
      const strict = await startPasskeyApp({
        platform,
        provider: { registrationOptions: { supportedAlgorithmIDs: [-7] } },
      });
      const key = (algorithm: Algorithm) =>
        new SoftwareAuthenticator(strict.url, Buffer.from(`id ${algorithm}`), algorithm);

      const { response: refused } = await new PasskeyUser(strict).register(newEmail(), key(own));
      const { response: taken } = await new PasskeyUser(strict).register(newEmail(), key(-7));

      expect(isRefused(refused)).toBe(true);
      expect(taken.location).toBe(strict.url);
      await strict.close();
    },
  );

  it('accepts a credential id of 1023 bytes, and refuses one of 1024 (G12)', async () => {
    const longest = new SoftwareAuthenticator(app.url, Buffer.alloc(1023, 7));
    const longer = new SoftwareAuthenticator(app.url, Buffer.alloc(1024, 7));
    const user = new PasskeyUser(app);

    expect((await user.register(newEmail(), longer)).response.status).toBe(400);
    expect(await user.session()).toBeNull();
    expect((await user.register(newEmail(), longest)).response.location).toBe(app.url);
  });

  it('adds no passkey to an existing user who is not signed in (G10)', async () => {
    const email = newEmail();
    await new PasskeyUser(app).register(email);
    const user = await adapter.getUserByEmail(email);
    const eve = new PasskeyUser(app);

    const { response } = await eve.register(email.toUpperCase());

    expect(response.location).toBe(`${app.url}/auth/signin?error=AccountNotLinked`);
    expect(await eve.session()).toBeNull();
    expect(await adapter.listAuthenticatorsByUserId(user?.id ?? '')).toHaveLength(1);
  });

  it('refuses a credential id that is registered with another provider (G09)', async () => {
    const store = new MemoryAdapter();
    const providers = [Passkey({}), WebAuthn({ id: 'other', enableConditionalUI: false })];
    const own = await startPasskeyApp({ platform, adapter: store, config: { providers } });
    const user = new PasskeyUser(own);
    const { authenticator } = await user.register('ada@example.com');
    const key = authenticator.credentialId.toString('base64');
    const before = await store.getAuthenticator(key);
    const copy = new SoftwareAuthenticator(own.url, authenticator.credentialId);

    const { response } = await new PasskeyUser(own, user.browser, 'other').register('', copy);

    expect(response.location).toBe(`${own.url}/auth/signin?error=AccountNotLinked`);
    expect(await store.getAuthenticator(key)).toEqual(before);
    await own.close();
  });

  it('refuses the ids of real passkeys and of decoys alike, and counts both (ID13)', async () => {
    stopClock();
    const limits = { registrations: { network: 9 } };
    const own = await startPasskeyApp({ platform, config: { limits } });
    const known = ['one@example.com', 'two@example.com', 'three@example.com', 'four@example.com'];
    for (const email of known) await new PasskeyUser(own).register(email);
    const eve = new PasskeyUser(own);
    await eve.register('eve@example.com');
    const tryIdOf = async (email: string) => {
      const { options } = await new PasskeyUser(own).ask({ action: 'authenticate', email });
      const id = Buffer.from(options.allowCredentials?.at(-1)?.id ?? '', 'base64url');
      const { response } = await eve.register('', new SoftwareAuthenticator(own.url, id));
      return `${response.status} ${response.location}`;
    };

    const seen: string[] = [];
    for (const email of known) seen.push(await tryIdOf(email), await tryIdOf(`un${email}`));

    const refused = `302 ${own.url}/auth/signin?error=AccountNotLinked`;
    expect(seen).toEqual(Array.from({ length: 8 }, () => refused));
    const { response } = await eve.register('');
    expect(response.location).toBe(own.url);
    expect([await tryIdOf('a@example.com'), await tryIdOf('b@example.com')]).toEqual([
      refused,
      refused,
    ]);
    expect(await tryIdOf('c@example.com')).toMatch(/^429 /);
    await own.close();
    startClock();
  });

  it('creates no second user in a store that would accept the address twice (G10)', async () => {
    const storage = createStorage({ driver: memoryDriver() });
    const lax = UnstorageAdapter(storage);
    const own = await startPasskeyApp({ platform, adapter: lax });
    await new PasskeyUser(own).register('ada@example.com');
    const before = await lax.getUserByEmail?.('ada@example.com');

    const { response } = await new PasskeyUser(own).register('ada@example.com');

    expect(response.location).toBe(`${own.url}/auth/signin?error=AccountNotLinked`);
    expect(await lax.getUserByEmail?.('ada@example.com')).toEqual(before);
    await own.close();
  });

  it('adds no passkey to a user who signed in or out after the registration began (G10)', async () => {
    const victim = new PasskeyUser(app);
    await victim.register(newEmail());
    const eve = new PasskeyUser(app);
    const { options } = await eve.ask({ action: 'register', email: newEmail() });
    const challenge = eve.browser.cookies.get('authjs.challenge') ?? '';

    victim.browser.cookies.set('authjs.challenge', challenge);
    const planted = await victim.respond(
      'register',
      new SoftwareAuthenticator(app.url).create(options),
    );
    expect(isRefused(planted)).toBe(true);

    const { options: own } = await victim.ask({ action: 'register' });
    victim.browser.cookies.delete('authjs.session-token');
    const late = await victim.respond('register', new SoftwareAuthenticator(app.url).create(own));
    expect(isRefused(late)).toBe(true);
    expect(await victim.session()).toBeNull();
  });

  it('adds a passkey to a user with a large picture, in a cookie that browsers store', async () => {
    const email = newEmail();
    const user = new PasskeyUser(app);
    await user.register(email);
    const { id = '' } = (await adapter.getUserByEmail(email)) ?? {};
    await adapter.updateUser({ id, image: `data:image/png;base64,${'A'.repeat(4000)}` });

    const { options } = await user.ask({ action: 'register' });
    const cookies = user.browser.lastSetCookies;
    const second = new SoftwareAuthenticator(app.url);
    const response = await user.respond('register', second.create(options));

    expect(cookies.every(({ length }) => length <= 4096)).toBe(true);
    expect(response.location).toBe(app.url);
    expect(await adapter.listAuthenticatorsByUserId(id)).toHaveLength(2);
  });

  it('registers no deleted user again who was adding a passkey (C13)', async () => {
    const store = new MemoryAdapter();
    const ended: string[] = [];
    const own = await startPasskeyApp({
      platform,
      adapter: store,
      config: {
        callbacks: {
          signIn: async ({ user }) => {
            for (const id of ended) if (id === user.id) await store.deleteUser(id);
            return true;
          },
        },
      },
    });
    const ada = new PasskeyUser(own);
    await ada.register('ada@example.com');
    ended.push((await store.getUserByEmail('ada@example.com'))?.id ?? '');

    const { authenticator, response } = await ada.register();

    expect(isRefused(response)).toBe(true);
    expect(await store.getUserByEmail('ada@example.com')).toBeNull();
    expect(await store.getAuthenticator(authenticator.credentialID)).toBeNull();
    await own.close();
  });

  it('accepts no user id, account or email verification from the request (A60)', async () => {
    const email = newEmail();
    const user = new PasskeyUser(app);
    const jane = app.client();
    await jane.signIn('credentials', JANE);
    const { id = '' } = (await adapter.getUserByEmail('jane@example.com')) ?? {};
    const own = new SoftwareAuthenticator(app.url);
    const { options } = await user.ask({
      action: 'register',
      email,
      id,
      userId: id,
      emailVerified: '2026-01-01',
    });
    const foreign = { userId: id, sub: id, id, providerAccountId: id, email: 'jane@example.com' };

    await user.respond('register', own.create(options), { ...foreign, emailVerified: 'true' });

    const stored = await adapter.getUserByEmail(email);
    expect(stored).toMatchObject({ email, emailVerified: null });
    expect(stored?.id).not.toBe(id);
    expect(await adapter.getAuthenticator(own.credentialID)).toMatchObject({ userId: stored?.id });
  });

  it('accepts a compound attestation, whose statement is a list, without reading it (A54)', async () => {
    const { response } = await new PasskeyUser(app).register(newEmail(), undefined, {
      attestation: (authData) => {
        const part = new Map<string, Encodable>([
          ['fmt', 'packed'],
          ['attStmt', new Map()],
        ]);
        return new Map<string, Encodable>([
          ['fmt', 'compound'],
          ['attStmt', [part, part]],
          ['authData', authData],
        ]);
      },
    });

    expect(response.location).toBe(app.url);
  });

  it('neither trusts the certificates in an attestation nor requests their URLs (A54)', async () => {
    const certificate = Buffer.from('http://crl.evil.test/list');
    const fetched: unknown[] = [];
    const realFetch = globalThis.fetch;
    globalThis.fetch = (input) => {
      fetched.push(input);
      return Promise.reject(new Error('no request leaves'));
    };
    try {
      for (const fmt of ['packed', 'fido-u2f', 'tpm', 'android-key', 'apple', 'unheard-of']) {
        const own = new SoftwareAuthenticator(app.url);
        const { response } = await new PasskeyUser(app).register(newEmail(), own, {
          attestation: (authData, clientDataHash, key) => {
            const signed = Buffer.concat([authData, clientDataHash]);
            const attStmt = new Map<string, Encodable>([
              ['alg', -7],
              ['sig', sign('sha256', signed, key)],
              ['x5c', [certificate]],
            ]);
            return new Map<string, Encodable>([
              ['fmt', fmt],
              ['attStmt', attStmt],
              ['authData', authData],
            ]);
          },
        });
        expect(response.location).toBe(app.url);
      }
    } finally {
      globalThis.fetch = realFetch;
    }
    expect(fetched).toEqual([]);
  });
});

describe.each(platforms())('the relying party on %s', (platform) => {
  const start = (relayingParty?: object, url?: string) =>
    startPasskeyApp({
      platform,
      provider: { relayingParty },
      config: { trustHost: true, ...(url && { trustHost: [new URL(url).host] }) },
    });

  it('is the configured one, whatever the Host header contains (G04)', async () => {
    const app = await start({ id: 'app.example', name: 'App', origin: 'https://app.example' });
    const own = new SoftwareAuthenticator('https://app.example');
    const user = new PasskeyUser(app, app.client({ host: 'evil.test' }));

    const { options } = await user.ask({ action: 'register', email: 'a@example.com' });
    const { response } = await user.register('a@example.com', own);

    expect(options.rp).toEqual({ id: 'app.example', name: 'App' });
    expect(isRefused(response)).toBe(false);
    const evil = new SoftwareAuthenticator('http://evil.test');
    const phished = await user.register('b@example.com', evil, { rpId: 'evil.test' });
    expect(phished.response.location).toContain('error=WebAuthnVerificationError');
    await app.close();
  });

  it('is never taken from the Host header alone (G04)', async () => {
    const app = await start();
    const user = new PasskeyUser(app, app.client({ host: 'evil.test' }));

    expect((await user.askFor()).location).toContain('error=Configuration');
    expect(app.logs.errors.at(-1)?.message).toContain('set AUTH_URL');
    await app.close();
  });

  it('may be one of the trusted hosts (G04)', async () => {
    const app = await start(undefined, 'https://app.example');
    const user = new PasskeyUser(app, app.client({ host: 'app.example' }));

    const { options } = await user.ask({ action: 'register', email: 'a@example.com' });

    expect(options.rp).toEqual({ id: 'app.example', name: 'app.example' });
    await app.close();
  });

  it.each([[''], [['']], [[]], [[undefined]], [5], [undefined]])(
    'is not chosen for a request with the origin %j, and the log states the reason',
    async (origin) => {
      const getRelayingParty = () => ({ id: 'one.example', name: 'One', origin }) as never;
      const app = await startPasskeyApp({ platform, provider: { getRelayingParty } });

      const { location } = await new PasskeyUser(app).askFor();

      expect(location).toContain('error=Configuration');
      expect(app.logs.errors.at(-1)?.message).toContain('getRelayingParty must return');
      await app.close();
    },
  );

  it('may be chosen for each request, and all of its origins are accepted', async () => {
    const adapter = new MemoryAdapter();
    const origin = ['https://one.example', 'android:apk-key-hash:x'];
    const app = await TestApp.start({
      platform,
      config: {
        adapter,
        experimental: { enableWebAuthn: true },
        providers: [
          Passkey({
            getRelayingParty: ({ url, provider }, { method }) => ({
              id: `${provider.id}.${method.toLowerCase()}.example`,
              name: url.pathname,
              origin,
            }),
          }),
        ],
      },
    });
    const user = new PasskeyUser(app);

    const { options } = await user.ask({ action: 'register', email: 'a@example.com' });

    expect(options.rp).toEqual({
      id: 'passkey.get.example',
      name: '/auth/webauthn-options/passkey',
    });
    const own = new SoftwareAuthenticator('android:apk-key-hash:x');
    const made = own.create(options, { rpId: 'passkey.post.example' });
    expect((await user.respond('register', made)).location).toBe(app.url);
    await app.close();
  });
});
