import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { AdapterUser } from '../../adapter/adapter-rows.js';
import type { CompleteAdapter } from '../../adapter/complete-adapter.js';
import { addressToStore, userOfAddress } from '../../adapter/user-of-address.js';
import { AUTH_INSTANCE } from '../../config/auth-config.token.js';
import type { Instance } from '../../config/module-instance.js';
import { AuthError } from '../../errors/auth.error.js';
import { AuthContextService } from '../../request/auth-context.service.js';
import type { SetCookie } from '../../cookies/cookie-jar.js';
import { MountPathService } from '../../request/mount/mount-path.service.js';
import { fromPlatform, type PlatformRequest } from '../../request/platform/platform-request.js';
import type { SessionContext } from '../../request/context/session-context.js';
import type { Account } from '../../model/account.js';
import { AccessEnded } from '../strategy/access-ended.js';
import { CurrentSessionService } from './current-session.service.js';

/** A user who may not be stored yet. */
export type IssuedUser = Omit<AdapterUser, 'id'> & { readonly id?: string };

/** The user for whom a session is opened, and the origin of the application. */
export interface IssueOptions {
  /** Looked up by id, then by email address; stored if the adapter finds neither. */
  readonly user: IssuedUser;
  /** Id of the provider with which the user signs in. @default 'credentials' */
  readonly provider?: string;
  /** Public origin of the application; determines whether cookies have their https names. */
  readonly url: URL;
}

/** A session that was opened. */
export interface IssuedSession {
  /** As stored. */
  readonly user: AdapterUser;
  /** The cookies that the response to a sign-in would set. */
  readonly cookies: readonly SetCookie[];
}

/**
 * Opens sessions without checking credentials. Intended for tests: `signInAs` of
 * `@authnest/testing` calls it. No endpoint does, and an application that calls it signs users in
 * without authenticating them.
 */
@Injectable()
export class SessionIssuerService implements OnApplicationBootstrap {
  /** Whether the application has started; before that, the configuration is not checked. */
  isStarted = false;

  constructor(
    private readonly contexts: AuthContextService,
    private readonly sessions: CurrentSessionService,
    private readonly mountPath: MountPathService,
    @Inject(AUTH_INSTANCE) private readonly instance: Instance,
  ) {}

  onApplicationBootstrap(): void {
    this.isStarted = true;
  }

  /** Name of the AuthModule; empty for the one that keeps the cookie names of Auth.js. */
  get name(): string {
    return this.instance.name;
  }

  /** Returns the mount path of the endpoints, including the global prefix. */
  basePath(): string {
    return this.mountPath.beside(getFrom(new URL('http://localhost')));
  }

  /**
   * Opens a session for a user.
   * @throws {AuthError} if `provider` is not configured, or the `jwt` callback refuses the session
   */
  async issue({ user, provider, url }: IssueOptions): Promise<IssuedSession> {
    const request = fromPlatform(getFrom(url), { of: () => this.basePath(), to: (own) => own });
    const ctx = await this.contexts.openSession(request);
    const stored = await storedUser(ctx.config.adapter, user);
    const account = accountOf(ctx, stored, provider);
    await keepAccount(ctx.config.adapter, account);
    try {
      await this.sessions.open(ctx, { user: stored, account });
    } catch (thrown) {
      // Nothing was verified, so there is nothing to verify again.
      if (!(thrown instanceof AccessEnded)) throw thrown;
      ctx.startAfter(thrown.end);
      await this.sessions.open(ctx, { user: stored, account });
    }
    const cookies = ctx.cookies.changed().filter(({ value }) => value !== '');
    if (cookies.length === 0) {
      throw new AuthError('no session was opened: the `jwt` callback returned null');
    }
    return { user: stored, cookies };
  }
}

/** Builds the first request of a browser. */
function getFrom({ protocol, host }: URL): PlatformRequest {
  return {
    method: 'GET',
    originalUrl: '/',
    url: '/',
    protocol: protocol.slice(0, -1),
    host,
    headers: { host },
  };
}

async function storedUser(
  adapter: CompleteAdapter | undefined,
  user: IssuedUser,
): Promise<AdapterUser> {
  const { id = randomUUID() } = user;
  if (!adapter) return { ...user, id };
  // A generated id cannot be a key in a table with numeric ids, so it is not looked up.
  const byId = user.id === undefined ? null : await adapter.getUser(id);
  return (
    byId ??
    (await userOfAddress(adapter, user.email)) ??
    adapter.createUser({ ...user, id, email: addressToStore(user.email) })
  );
}

function accountOf(
  { config }: SessionContext,
  { id, email }: AdapterUser,
  provider?: string,
): Account {
  const known = provider === undefined ? undefined : config.providers.get(provider);
  if (provider !== undefined && !known) {
    const configured = [...config.providers.keys()].join(', ') || 'none';
    throw new AuthError(`provider: \`${provider}\` is not configured; configured: ${configured}`);
  }
  const { type = 'credentials' } = known ?? {};
  const providerAccountId = type === 'email' ? email : id;
  return { provider: provider ?? 'credentials', type, providerAccountId, userId: id };
}

/** Stores the account as a sign-in does; with credentials and email links, there is none. */
async function keepAccount(adapter: CompleteAdapter | undefined, account: Account): Promise<void> {
  const { type, provider, providerAccountId, userId } = account;
  if (!adapter || userId === undefined || type === 'credentials' || type === 'email') return;
  if (await adapter.getUserByAccount({ provider, providerAccountId })) return;
  await adapter.linkAccount({ ...account, userId });
}
