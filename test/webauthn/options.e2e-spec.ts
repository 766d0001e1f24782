import { randomBytes } from 'node:crypto';
import authJsPasskey from '@auth/core/providers/passkey';
import { type Adapter, Passkey, WebAuthn } from '@authnest/core';
import { aUser, MemoryAdapter } from '@authnest/testing';
import { type OptionsResponse, PasskeyUser, startPasskeyApp } from '../support/passkeys.js';
import { SoftwareAuthenticator } from '../support/software-authenticator.js';
import { JANE, platforms, SECRET, TestApp } from '../support/test-app.js';
import { without } from '../support/without.js';

const SHAPE = {
  id: expect.stringMatching(/^[\w-]{20,}$/) as string,
  type: 'public-key',
  transports: expect.any(Array) as string[],
};

/** A store that ignores the case of addresses, as some databases do. */
class LooseAdapter extends MemoryAdapter {
  override getUserByEmail(email: string) {
    return super.getUserByEmail(email.toUpperCase());
  }
}

describe.each(platforms())('options for passkeys on %s', (platform) => {
  let app: TestApp;
  let adapter: MemoryAdapter;

  beforeAll(async () => {
    adapter = new MemoryAdapter();
    app = await startPasskeyApp({ platform, adapter });
    await new PasskeyUser(app).register('adam@example.com');
    await app.client().signIn('credentials', JANE);
  });
  afterAll(() => app.close());

  it('request a discoverable passkey if the request contains no address', async () => {
    const result = await new PasskeyUser(app).ask({ action: 'authenticate' });

    expect(result).toEqual({
      action: 'authenticate',
      options: {
        challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
        rpId: '127.0.0.1',
        timeout: 300_000,
        userVerification: 'required',
      },
    });
  });

  it('require a new passkey to be discoverable and to verify the user', async () => {
    const { action, options } = await new PasskeyUser(app).ask({
      action: 'register',
      email: 'New@Example.com',
    });

    expect(action).toBe('register');
    expect(options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      rp: { id: '127.0.0.1', name: new URL(app.url).host },
      user: {
        id: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        name: 'new@example.com',
        displayName: 'new@example.com',
      },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
      timeout: 300_000,
      attestation: 'none',
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      excludeCredentials: [],
      extensions: { credProps: true },
    });
  });

  it('contain the address as it was requested, not as it is stored (G10)', async () => {
    const loose = new LooseAdapter();
    await loose.createUser(aUser({ email: 'MIXED@EXAMPLE.COM' }));
    const other = await startPasskeyApp({ platform, adapter: loose });

    const { options } = await new PasskeyUser(other).ask({
      action: 'register',
      email: 'mixed@example.com',
    });
    await other.close();

    expect(options).toMatchObject({ user: { name: 'mixed@example.com' } });
  });

  it('have the same form for an address with passkeys, one without, and an unknown one (G10)', async () => {
    const queries: Record<string, string>[] = [
      {},
      { action: 'authenticate' },
      { action: 'register' },
    ];
    for (const query of queries) {
      const results = [];
      for (const email of ['adam@example.com', 'jane@example.com', 'noah@example.com']) {
        const user = new PasskeyUser(app);
        const [one, two] = [
          await user.askFor({ ...query, email }),
          await user.askFor({ ...query, email }),
        ];
        const cookie = user.browser.lastSetCookies.join();
        const [first, second] = [one, two].map((response) =>
          response.json<Record<string, object>>(),
        );
        const {
          challenge: _c,
          user: _u,
          ...stable
        } = { challenge: '', user: {}, ...first?.['options'] };
        expect(second?.['options']).toMatchObject(stable);
        if (query['action'] !== 'register') {
          const options = first?.['options'] as OptionsResponse['options'] | undefined;
          expect(options?.allowCredentials?.[0]).toMatchObject(SHAPE);
        }
        results.push({
          status: one.status,
          action: first?.['action'],
          members: Object.keys({ ...first?.['options'] }),
          headers: Object.keys(one.headers).sort(),
          cookie: cookie
            .replace(/Expires=[^;]+/g, '')
            .replace(/[\w%.|-]{60,}/g, (v) => `${v.length}`),
        });
      }
      expect(results[1]).toEqual(results[0]);
      expect(results[2]).toEqual(results[0]);
    }
  });

  it('list the same for an unknown address while a secret is added or removed (G10)', async () => {
    const [old, fresh] = [SECRET, 'f'.repeat(40)];
    const listsWith = async (secret: string[]) => {
      const other = await startPasskeyApp({ platform, adapter, config: { secret } });
      const lists = [];
      for (const email of ['adam@example.com', 'noah@example.com']) {
        const { options } = await new PasskeyUser(other).ask({ action: 'authenticate', email });
        lists.push(options.allowCredentials);
      }
      await other.close();
      return lists;
    };

    // The steps of a rotation: only the swap, between the second and the third, changes a list.
    const steps = [];
    for (const secret of [[old], [old, fresh], [fresh, old], [fresh]]) {
      steps.push(await listsWith(secret));
    }

    expect(steps[1]).toEqual(steps[0]);
    expect(steps[3]).toEqual(steps[2]);
    expect(steps[2]?.[0]).toEqual(steps[0]?.[0]);
  });

  it('never repeat a challenge (G03)', async () => {
    const user = new PasskeyUser(app);
    const seen = new Set<string>();

    for (let count = 0; count < 500; count += 1) {
      seen.add((await user.ask({ action: 'authenticate' })).options.challenge);
    }

    expect(seen.size).toBe(500);
  });

  it.each([
    [{ action: 'delete' }, 'Invalid action'],
    [{ action: '' }, 'Invalid action'],
    [{ action: 'register' }, 'Invalid request'],
    [{ action: 'register', email: 'no address' }, 'Invalid request'],
    [{ action: 'register', email: 'a@b@c' }, 'Invalid request'],
  ])('are refused with 400 for %j', async (query, error) => {
    const response = await new PasskeyUser(app).askFor(query);

    expect(response).toMatchObject({ status: 400 });
    expect(response.json()).toEqual({ error });
  });

  it('require an action if a user is signed in, and contain the address of that user', async () => {
    const jane = new PasskeyUser(app);
    await jane.browser.signIn('credentials', JANE);

    expect((await jane.askFor()).json()).toEqual({ error: 'Invalid request' });
    expect(
      (await jane.ask({ action: 'register', email: 'ada@example.com' })).options,
    ).toMatchObject({
      user: { name: 'jane@example.com' },
    });
  });

  it('set no challenge if requested by HEAD', async () => {
    const user = new PasskeyUser(app);

    await user.browser.request('HEAD', '/auth/webauthn-options/passkey');

    expect(user.browser.cookies.has('authjs.challenge')).toBe(false);
  });
});

describe.each(platforms())('other configurations of passkeys on %s', (platform) => {
  it('inferAction starts a registration if the address is new', async () => {
    const app = await startPasskeyApp({ platform, provider: { inferAction: true } });
    const ada = new PasskeyUser(app);
    await ada.register('ada@example.com');
    const nobody = new PasskeyUser(app);

    expect(await nobody.ask({ email: 'new@example.com' })).toMatchObject({ action: 'register' });
    expect(await nobody.ask({ email: 'ada@example.com' })).toMatchObject({
      action: 'authenticate',
    });
    expect(await nobody.ask()).toMatchObject({ action: 'authenticate' });
    const taken = await nobody.askFor({ action: 'register', email: 'ada@example.com' });
    expect(taken.json()).toEqual({ error: 'Invalid request' });
    await app.close();
  });

  it('an async getUserInfo that returns nothing names no user', async () => {
    const getUserInfo = () => Promise.resolve(undefined as never);
    const app = await startPasskeyApp({ platform, provider: { getUserInfo } });
    const user = new PasskeyUser(app);

    expect(await user.ask({ action: 'authenticate' })).toMatchObject({ action: 'authenticate' });
    expect((await user.askFor({ action: 'register' })).status).toBe(400);
    expect(app.logs.errors).toEqual([]);
    await app.close();
  });

  it.each([
    ['no user', { exists: true }],
    ['a user that is null', { user: null, exists: true }],
    ['a text', 'ada@example.com'],
    ['no statement whether the user exists', { user: { email: 'ada@example.com' } }],
    ['an existing user without an id', { user: { email: 'ada@example.com' }, exists: true }],
    ['a number as the id', { user: { id: 5, email: 'ada@example.com' }, exists: true }],
    ['a number as the address', { user: { email: 5 }, exists: false }],
    ['an object as the name', { user: { email: 'a@example.com', name: {} }, exists: false }],
  ])('getUserInfo must not return %s, and the log states the reason', async (_, found) => {
    const getUserInfo = () => found as never;
    const app = await startPasskeyApp({ platform, provider: { getUserInfo } });

    for (const action of ['authenticate', 'register']) {
      const response = await new PasskeyUser(app).askFor({ action });
      expect(response.location).toContain('error=Configuration');
      expect(app.logs.errors.at(-1)?.message).toContain('getUserInfo must return');
    }
    await app.close();
  });

  it.each<[string, (adapter: MemoryAdapter) => Adapter]>([
    ['can', (adapter) => adapter],
    ['cannot', (adapter) => without(adapter, 'listAccountsByUserId')],
  ])(
    'a second provider lists only its own passkeys, if the adapter %s list accounts (G10)',
    async (_, adapt) => {
      const providers = [Passkey({}), WebAuthn({ id: 'other', enableConditionalUI: false })];
      const adapter = adapt(new MemoryAdapter());
      const app = await startPasskeyApp({ platform, adapter, config: { providers } });
      const register = (email: string, id: string) =>
        new PasskeyUser(app, app.client(), id).register(email);
      const { authenticator: adams } = await register('adam@example.com', 'passkey');
      await register('olga@example.com', 'other');
      const listed = async (email: string, id: string) => {
        const user = new PasskeyUser(app, app.client(), id);
        const { options } = await user.ask({ action: 'authenticate', email });
        return options.allowCredentials?.map((credential) => credential.id) ?? [];
      };

      for (const email of ['adam@example.com', 'olga@example.com', 'noah@example.com']) {
        const [first, second] = [await listed(email, 'passkey'), await listed(email, 'other')];

        expect(first.length).toBeGreaterThan(0);
        expect(second.length).toBeGreaterThan(0);
        expect(first.filter((one) => second.includes(one))).toEqual([]);
        expect(await listed(email, 'other')).toEqual(second);
      }
      expect((await new PasskeyUser(app).signIn(adams)).location).toBe(app.url);
      await app.close();
    },
  );

  it('a registration excludes the passkeys of every provider, which it would overwrite', async () => {
    const providers = [Passkey({}), WebAuthn({ id: 'other', enableConditionalUI: false })];
    const app = await startPasskeyApp({ platform, config: { providers } });
    const browser = app.client();
    await new PasskeyUser(app, browser).register('adam@example.com');

    const { options } = await new PasskeyUser(app, browser, 'other').ask({ action: 'register' });

    expect(options.excludeCredentials).toHaveLength(1);
    await app.close();
  });

  it('there is no endpoint if `experimental.enableWebAuthn` is not set (G13)', async () => {
    const app = await TestApp.start({ platform, config: { adapter: new MemoryAdapter() } });
    const user = new PasskeyUser(app);

    for (const accept of ['application/json', 'text/html']) {
      const response = await user.browser.get('/auth/webauthn-options/passkey', { accept });
      expect(response.status).toBe(404);
    }
    expect((await user.respond('authenticate', 'x')).location).toContain('error=Configuration');
    await app.close();
  });

  it('the provider from Auth.js can be used with the requests that its client sends', async () => {
    const app = await TestApp.start({
      platform,
      config: {
        adapter: new MemoryAdapter(),
        experimental: { enableWebAuthn: true },
        providers: [authJsPasskey({}) as never],
      },
    });
    const user = new PasskeyUser(app);
    const authenticator = new SoftwareAuthenticator(app.url, randomBytes(20));
    const header = { 'x-auth-return-redirect': '1' };

    for (const action of ['register', 'authenticate'] as const) {
      user.browser.cookies.delete('authjs.session-token');
      const providers = (await user.browser.get('/auth/providers')).json<Record<string, object>>();
      expect(providers['passkey']).toMatchObject({ type: 'webauthn' });
      const { options } = await user.ask({ email: 'ada@example.com', action });
      const data = authenticator[action === 'register' ? 'create' : 'get'](options);
      const response = await user.browser.post('/auth/callback/passkey', {
        headers: header,
        form: {
          email: 'ada@example.com',
          action,
          data: JSON.stringify(data),
          csrfToken: await user.browser.csrfToken(),
          callbackUrl: `${app.url}/home`,
        },
      });
      expect(response.status).toBe(200);
      expect(response.json()).toEqual({ url: `${app.url}/home` });
      expect(await user.session()).toMatchObject({ user: { email: 'ada@example.com' } });
    }
    await app.close();
  });
});
