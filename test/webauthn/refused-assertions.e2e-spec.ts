import { aUser, MemoryAdapter } from '@authnest/testing';
import { isRefused, PasskeyUser, startPasskeyApp } from '../support/passkeys.js';
import {
  BACKED_UP,
  BACKUP_ELIGIBLE,
  type Behaviour,
  PRESENT,
  SoftwareAuthenticator,
  VERIFIED,
} from '../support/software-authenticator.js';
import { platforms, type TestApp } from '../support/test-app.js';

describe.each(platforms())('the check of assertions on %s', (platform) => {
  let app: TestApp;
  let adapter: MemoryAdapter;
  let ada: PasskeyUser;
  let authenticator: SoftwareAuthenticator;

  beforeAll(async () => {
    adapter = new MemoryAdapter();
    app = await startPasskeyApp({ platform, adapter });
    ({ authenticator } = await new PasskeyUser(app).register());
  });
  beforeEach(() => {
    ada = new PasskeyUser(app);
  });
  afterAll(() => app.close());

  /** Returns the logged reason for the last refusal. */
  const reason = (): string => String(app.logs.errors.at(-1)?.cause);

  async function expectRefused(behaviour: Behaviour, query = {}): Promise<void> {
    const response = await ada.signIn(authenticator, behaviour, query);

    expect(isRefused(response)).toBe(true);
    expect(ada.browser.lastSetCookies.join()).toMatch(/authjs\.challenge=;/);
    expect(await ada.session()).toBeNull();
    expect(await new PasskeyUser(app).signIn(authenticator)).toMatchObject({ location: app.url });
  }

  it.each([
    ['another scheme', (url: string) => url.replace('http:', 'https:')],
    ['another port', (url: string) => url.replace(/\d+$/, '1')],
    ['a sibling host', (url: string) => url.replace('127', 'app.127')],
    ['an opaque origin', () => 'null'],
    ['a look-alike host', (url: string) => url.replace('127.0.0.1', '127.0.0.1.evil.test')],
    ['an origin with a path', (url: string) => `${url}/`],
    ['an empty origin', () => ''],
  ])('refuses an assertion from %s (G04)', async (_name, origin) => {
    await expectRefused({ origin: origin(app.url) });
  });

  it.each(['evil.test', 'localhost', '0.0.1', ''])(
    'refuses an assertion for the relying party %j (G04)',
    async (rpId) => {
      await expectRefused({ rpId });
    },
  );

  it.each(['webauthn.create', 'payment.get', ''])('refuses the type %j (G05)', async (type) => {
    await expectRefused({ type });
  });

  it.each([
    ['without user presence', { flags: VERIFIED }],
    ['without user verification, which passkeys require', { flags: PRESENT }],
    ['that is backed up but not eligible for backup', { flags: PRESENT | VERIFIED | BACKED_UP }],
    [
      'that is eligible for backup, unlike at registration',
      { flags: PRESENT | VERIFIED | BACKUP_ELIGIBLE },
    ],
    ['from a cross-origin frame', { crossOrigin: true }],
    ['with a top-level origin', { topOrigin: 'https://evil.test' }],
  ])('refuses an assertion %s (G06)', async (_name, behaviour) => {
    await expectRefused(behaviour);
  });

  it('refuses a credential if the options were created for another user (G08)', async () => {
    await new PasskeyUser(app).register('uma@example.com');

    await expectRefused({}, { email: 'uma@example.com' });
    await expectRefused({}, { email: 'nobody@example.com' });
    expect(
      await new PasskeyUser(app).signIn(authenticator, {}, { email: 'ADA@example.com' }),
    ).toMatchObject({ location: app.url });
  });

  it('refuses the user handle of another user, but accepts those from Auth.js (G08)', async () => {
    const { authenticator: other } = await new PasskeyUser(app).register('eve@example.com');

    await expectRefused({ userHandle: other.userHandle });
    for (const userHandle of ['ab'.repeat(32), '']) {
      expect(await new PasskeyUser(app).signIn(authenticator, { userHandle })).toMatchObject({
        location: app.url,
      });
    }
  });

  it('refuses a credential whose account now belongs to another user (G08)', async () => {
    const { authenticator: own } = await new PasskeyUser(app).register('moved@example.com');
    const thief = await adapter.createUser(aUser({ email: 'thief@example.com' }));
    const key = {
      provider: 'passkey',
      providerAccountId: own.credentialId.toString('base64'),
    };
    await adapter.unlinkAccount(key);
    await adapter.linkAccount({ ...key, type: 'webauthn', userId: thief.id });

    // A user handle that does not identify the user, as Auth.js creates them.
    const userHandle = 'ab'.repeat(32);
    expect(isRefused(await ada.signIn(own, { userHandle }))).toBe(true);
    expect(await ada.session()).toBeNull();
  });

  it('responds to an unknown credential as to a wrong assertion, with the sign-in page (G08, U11)', async () => {
    const unknown = await ada.signIn(new SoftwareAuthenticator(app.url));
    const wrong = await new PasskeyUser(app).signIn(authenticator, { rpId: 'evil.test' });

    expect(isRefused(unknown)).toBe(true);
    expect(unknown.location).toContain('/auth/signin?error=WebAuthnVerificationError');
    expect(unknown.status).toBe(wrong.status);
    expect(unknown.text).toBe(wrong.text);
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(wrong.headers));
  });

  it('refuses a wrong signature (G12)', async () => {
    for (const signature of [
      (right: Buffer) =>
        Buffer.concat([right.subarray(0, -1), Buffer.from([(right.at(-1) ?? 0) ^ 1])]),
      () => Buffer.alloc(0),
      () => Buffer.alloc(64),
    ]) {
      await expectRefused({ signature });
    }
  });

  it('refuses an assertion that was signed with another key (G12)', async () => {
    const forged = new SoftwareAuthenticator(app.url, authenticator.credentialId);

    expect(isRefused(await ada.signIn(forged))).toBe(true);
    expect(await ada.session()).toBeNull();
  });

  it('logs the reason for a refusal', async () => {
    await expectRefused({ rpId: 'evil.test' });

    expect(app.logs.types.every((type) => type === 'WebAuthnVerificationError')).toBe(true);
    expect(reason()).not.toBe('undefined');
  });
});

describe.each(platforms())('other authenticators on %s', (platform) => {
  it('are accepted without user verification if it is only preferred (G06)', async () => {
    const app = await startPasskeyApp({
      platform,
      provider: {
        authenticationOptions: { userVerification: 'preferred' },
        registrationOptions: {},
        verifyAuthenticationOptions: {},
        verifyRegistrationOptions: {},
      },
    });
    const { authenticator, response } = await new PasskeyUser(app).register(
      'a@example.com',
      undefined,
      {
        flags: PRESENT,
      },
    );

    expect(response.location).toBe(app.url);
    expect(await new PasskeyUser(app).signIn(authenticator, { flags: PRESENT })).toMatchObject({
      location: app.url,
    });
    await app.close();
  });

  it.each([-7, -8, -257] as const)(
    'can sign in with a key for the algorithm %i',
    async (algorithm) => {
      const app = await startPasskeyApp({ platform });
      const own = new SoftwareAuthenticator(app.url, Buffer.from('a key'), algorithm);

      await new PasskeyUser(app).register('a@example.com', own);

      expect(await new PasskeyUser(app).signIn(own)).toMatchObject({ location: app.url });
      await app.close();
    },
  );
});
