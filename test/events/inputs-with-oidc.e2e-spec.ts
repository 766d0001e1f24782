import type { AuthConfig, OIDCConfig } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { authorize, OidcProvider } from '../support/oidc.js';
import { type CheckedClient, credentials, JANE, platforms, TestApp } from '../support/test-app.js';
import { CallbackRecorder } from '../support/callback-recorder.js';

const aString = expect.any(String) as string;
const aNumber = expect.any(Number) as number;

const PROFILE = expect.objectContaining({
  sub: 'ada-lovelace',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  email_verified: true,
  aud: 'client-idp',
}) as object;
const TOKENS = {
  access_token: aString,
  expires_in: aNumber,
  expires_at: aNumber,
  id_token: aString,
  scope: 'openid profile email',
  token_type: 'bearer',
};
const IDS = { provider: 'idp', type: 'oidc', providerAccountId: 'ada-lovelace' };
const MAPPED = { id: aString, name: 'Ada Lovelace', email: 'ada@example.com' };
const STORED = { ...MAPPED, image: null, emailVerified: null };
/** The tokens that are stored by default, which is all of them except `expires_in`. */
const { expires_in: _, ...KEPT } = TOKENS;

describe.each(platforms())(
  'the input to callbacks and events with OpenID Connect on %s',
  (platform) => {
    let provider: OidcProvider;
    let reported: CallbackRecorder;
    let app: TestApp;
    let browser: CheckedClient;

    beforeAll(async () => {
      provider = await OidcProvider.start();
    });
    afterAll(() => provider.close());
    afterEach(() => app.close());

    async function start(
      config: Partial<AuthConfig>,
      options: Partial<OIDCConfig> = {},
    ): Promise<void> {
      reported = new CallbackRecorder();
      const providers = [provider.config('idp', options), credentials()];
      app = await TestApp.start({ platform, config: { ...reported.config, providers, ...config } });
      await provider.register(app, 'idp');
      browser = app.client();
    }

    async function signIn(): Promise<void> {
      const callback = await authorize(browser, 'idp');
      reported.names();
      expect((await browser.get(callback)).location).toBe(`${app.url}/home`);
    }

    it('at sign-in without an adapter: the mapped user with a random id', async () => {
      await start({});
      await signIn();

      expect(reported.input('redirect')).toEqual({ url: `${app.url}/home`, baseUrl: app.url });
      expect(reported.input('signIn')).toEqual({
        user: MAPPED,
        account: { ...TOKENS, ...IDS },
        profile: PROFILE,
      });
      expect(reported.input('jwt')).toEqual({
        token: { name: 'Ada Lovelace', email: 'ada@example.com', sub: aString },
        user: MAPPED,
        account: { ...TOKENS, ...IDS },
        profile: PROFILE,
        trigger: 'signIn',
      });
      expect(reported.input('event.signIn')).toEqual({
        user: MAPPED,
        account: { ...TOKENS, ...IDS },
        profile: PROFILE,
      });
      expect(reported.names()).toEqual(['redirect', 'signIn', 'jwt', 'event.signIn']);
    });

    it('at the first sign-in with stored sessions', async () => {
      const adapter = new MemoryAdapter();
      await start({ adapter });
      await signIn();

      const account = { ...IDS, userId: aString };
      expect(reported.input('signIn')).toEqual({
        user: MAPPED,
        account: { ...TOKENS, ...IDS },
        profile: PROFILE,
      });
      expect(reported.input('event.createUser')).toEqual({ user: STORED });
      expect(reported.input('event.linkAccount')).toEqual({
        user: STORED,
        account: { ...KEPT, ...account },
        profile: MAPPED,
      });
      expect(reported.input('event.signIn')).toEqual({
        user: STORED,
        account: { ...TOKENS, ...account },
        profile: PROFILE,
        isNewUser: true,
      });
      expect(reported.names()).toEqual([
        'redirect',
        'signIn',
        'event.createUser',
        'event.linkAccount',
        'event.signIn',
      ]);
    });

    it('at the next sign-in with stored sessions: the existing user', async () => {
      const adapter = new MemoryAdapter();
      await start({ adapter });
      await signIn();
      await browser.signOut();
      await signIn();

      expect(reported.input('signIn')).toMatchObject({ user: STORED, account: IDS });
      expect(reported.input('event.signIn')).toEqual({
        user: STORED,
        account: { ...TOKENS, ...IDS, userId: aString },
        profile: PROFILE,
        isNewUser: false,
      });
      expect(reported.names()).toEqual(['redirect', 'signIn', 'event.signIn']);
    });

    it('at sign-up and at the next sign-in with an adapter and stateless sessions', async () => {
      await start({ adapter: new MemoryAdapter(), session: { strategy: 'jwt' } });
      await signIn();
      expect(reported.input('jwt')).toEqual({
        token: { name: 'Ada Lovelace', email: 'ada@example.com', picture: null, sub: aString },
        user: STORED,
        account: { ...TOKENS, ...IDS, userId: aString },
        profile: PROFILE,
        isNewUser: true,
        trigger: 'signUp',
      });
      expect(reported.names()).toEqual([
        'redirect',
        'signIn',
        'event.createUser',
        'event.linkAccount',
        'jwt',
        'event.signIn',
      ]);

      await browser.signOut();
      await signIn();
      expect(reported.input('jwt')).toMatchObject({ isNewUser: false, trigger: 'signIn' });
    });

    it('when an account is linked to the signed-in user', async () => {
      const adapter = new MemoryAdapter();
      await start({ adapter });
      await browser.signIn('credentials', JANE);
      await signIn();

      const jane = expect.objectContaining({ name: 'jane', email: 'jane@example.com' }) as object;
      // No user has the account yet, so the callback receives the mapped profile.
      expect(reported.input('signIn')).toMatchObject({ user: MAPPED });
      expect(reported.input('event.linkAccount')).toEqual({
        user: jane,
        account: { ...KEPT, ...IDS, userId: aString },
        profile: MAPPED,
      });
      expect(reported.input('event.signIn')).toMatchObject({ user: jane, isNewUser: false });
      expect(reported.names()).toEqual([
        'redirect',
        'signIn',
        'session',
        'event.session',
        'event.linkAccount',
        'event.signIn',
      ]);
    });

    it('the profile and account callbacks of the provider receive claims and tokens', async () => {
      const provided = new CallbackRecorder();
      await start(
        { adapter: new MemoryAdapter() },
        {
          profile: provided.watch('profile', ({ sub, name, email }) => ({
            id: sub ?? '',
            name,
            email,
          })),
          account: provided.watch('account', ({ scope }) => ({ scope })),
        },
      );
      await signIn();

      expect(provided.input('profile')).toEqual([PROFILE, TOKENS]);
      expect(provided.input('account')).toEqual([TOKENS]);
      expect(reported.input('event.linkAccount')).toMatchObject({
        account: { ...IDS, scope: 'openid profile email', userId: aString },
      });
      expect(JSON.stringify(reported.input('event.linkAccount'))).not.toContain('access_token');
    });

    it('events are emitted after what they report has been stored', async () => {
      const adapter = new MemoryAdapter();
      const seen: unknown[] = [];
      await start({
        adapter,
        events: {
          createUser: async ({ user }) => seen.push(await adapter.getUser(user.id ?? '')),
          linkAccount: async ({ account }) =>
            seen.push(await adapter.getAccount(account.providerAccountId, account.provider)),
          signIn: async ({ user }) => seen.push(await adapter.listAccountsByUserId(user.id ?? '')),
        },
      });
      await signIn();

      expect(seen).toEqual([
        STORED,
        expect.objectContaining(IDS) as object,
        [expect.objectContaining(IDS) as object],
      ]);
    });
  },
);
