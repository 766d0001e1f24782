import { randomUUID } from 'node:crypto';
import { type AuthConfig, Credentials, Email, OIDC, Passkey, SessionService } from '@authnest/core';
import { aUser, FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { MapRegistry } from './map-registry.js';
import { PasskeyUser, startPasskeyApp } from './passkeys.js';
import { SoftwareAuthenticator } from './software-authenticator.js';
import { PASSWORD, type Platform, type TestApp } from './test-app.js';

/** Ways to sign in, as the guide names them. */
export const WAYS = [
  'emailed link',
  'provider',
  'password of a list of yours',
  "password of the adapter's user",
  'passkey',
] as const;
export type Way = (typeof WAYS)[number];

/** Somebody with an address, their own or that of another person, and what signs them in. */
export interface Somebody {
  /** At the provider, and in the application's own list. */
  readonly id: string;
  readonly email: string;
  /** Whether they can prove the address. */
  readonly proven: boolean;
  readonly key: SoftwareAuthenticator;
}

/** An application with five ways to sign in. */
export class WaysRig {
  private mailed = '';
  /** Whose password the application has stored with a user of the adapter, by the user's id. */
  private readonly passwords = new Map<string, string>();

  private constructor(
    readonly app: TestApp,
    private readonly idp: FakeOAuthServer,
    private readonly adapter: MemoryAdapter,
  ) {}

  static async start(
    platform: Platform,
    strategy: 'jwt' | 'database',
    hasSharedTable: boolean,
  ): Promise<WaysRig> {
    const adapter = new MemoryAdapter();
    const idp = await FakeOAuthServer.start({ issuer: 'https://idp.example' });
    const form = { id: {}, email: {}, proven: {}, password: {} };
    const own = Credentials({
      id: 'own',
      credentials: form,
      authorize: ({ id = '', email, proven }) => ({ id, email, emailVerified: proven === 'true' }),
    });
    const shared = Credentials({
      id: 'shared',
      credentials: form,
      usersOfAdapter: true,
      authorize: ({ id = '', email = '', proven }) => rig.check(id, email, proven === 'true'),
    });
    const email = Email({
      server: 'smtp://127.0.0.1:1',
      sendVerificationRequest: ({ url }) => {
        const { pathname, search } = new URL(url);
        rig.mailed = pathname + search;
      },
    });
    const oidc = OIDC({ id: 'idp', name: 'IdP', ...idp.client });
    const config: Partial<AuthConfig> = {
      providers: [email, oidc, own, ...(hasSharedTable ? [shared] : []), Passkey({})],
      fetch: idp.fetch,
      session: { strategy, ...(strategy === 'jwt' && { revocation: new MapRegistry() }) },
      callbacks: {
        session: ({ session, user, token }) => {
          const id = user?.id ?? token?.sub;
          return { ...session, user: { ...session.user, id } };
        },
      },
      // As docs/email.md prescribes.
      events: { updateUser: ({ user: { id = '' } }) => rig.forget(id) },
    };
    const app = await startPasskeyApp({ platform, adapter, config });
    const rig = new WaysRig(app, idp, adapter);
    return rig;
  }

  somebody(proven: boolean, email = `${randomUUID()}@x.example`): Somebody {
    return { id: randomUUID(), email, proven, key: new SoftwareAuthenticator(this.app.url) };
  }

  /**
   * Signs somebody in for the first time.
   * @returns the id of the user; undefined if the sign-in was refused
   */
  async register(way: Way, who: Somebody): Promise<string | undefined> {
    const id = await this.signIn(way, who, 'register');
    const user = id === undefined ? null : await this.adapter.getUser(id);
    if (!user) return id;
    // Whoever is signed in may set a password, and the application has ways of its own to prove addresses.
    if (!this.passwords.has(user.id)) this.passwords.set(user.id, who.id);
    if (way === 'passkey' && who.proven) {
      await this.adapter.updateUser({ id: user.id, emailVerified: new Date() });
    }
    return id;
  }

  /** Signs somebody in. @returns the id of the user; undefined if the sign-in was refused */
  async signIn(
    way: Way,
    { id, email, proven, key }: Somebody,
    action: 'register' | 'again' = 'again',
  ): Promise<string | undefined> {
    const browser = this.app.client();
    if (way === 'emailed link') {
      await browser.signIn('email', { email, callbackUrl: '/' });
      if (proven) await browser.get(this.mailed);
    } else if (way === 'provider') {
      this.idp.claims = { sub: id, email, email_verified: proven };
      const { location = '' } = await browser.signIn('idp', { callbackUrl: '/' });
      await browser.get((await this.idp.authorize(location)).url.href);
    } else if (way === 'passkey') {
      const user = new PasskeyUser(this.app, browser);
      await (action === 'again' ? user.signIn(key) : user.register(email, key));
    } else {
      const csrfToken = await browser.csrfToken();
      const form = { csrfToken, id, email, proven: `${proven}`, password: PASSWORD };
      const provider = way === 'password of a list of yours' ? 'own' : 'shared';
      await browser.post(`/auth/callback/${provider}`, { form });
    }
    return (await browser.session<{ user?: { id?: string } } | null>())?.user?.id;
  }

  /** Whether a user of the adapter no longer has an address. */
  async hasLost(id: string, email: string): Promise<boolean> {
    const user = await this.adapter.getUser(id);
    return user !== null && user.email !== email;
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.idp.close();
  }

  /** Checks a password, or registers somebody with it. */
  private async check(person: string, email: string, proven: boolean) {
    const known = await this.adapter.getUserByEmail(email);
    if (known) return this.passwords.get(known.id) === person ? known : null;
    const emailVerified = proven ? new Date() : null;
    const user = await this.adapter.createUser({ ...aUser(), email, emailVerified });
    this.passwords.set(user.id, person);
    return user;
  }

  private async forget(userId: string): Promise<void> {
    if (!this.passwords.delete(userId)) return;
    await this.app.app.get(SessionService).endAccess(userId);
  }
}
