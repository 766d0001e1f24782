import { Injectable } from '@nestjs/common';
import { hasOwnUsers } from '../../config/own-users.js';
import type { AdapterUser } from '../../adapter/adapter-rows.js';
import { AccountNotLinked } from '../../errors/sign-in.errors.js';
import type { CookieDefinition } from '../../cookies/cookie-definition.js';
import type { VerifiedIdentity } from '../../feature-port/verified-identity.js';
import type { MaybePromise } from '../../model/maybe-promise.js';
import type { SessionContext } from '../../request/context/session-context.js';
import { SealedCookieService } from '../../request/context/sealed-cookie.service.js';
import { CurrentSessionService } from '../../session/current/current-session.service.js';
import { ownUserKey } from '../../session/token/own-user.js';
import { ownerOfAccount } from '../../sign-in/stored-records.js';
import { provenAt } from './proven-at.js';

/** Lifetime, in seconds. */
const LIFE = 10 * 60;

/** That a user of a session is about to prove again who they are. */
export interface Reauthentication {
  /** As `CurrentSessionService.currentUserId` returns it. */
  readonly userId: string;
  readonly provider: string;
}

/** Remembers in the browser that the next sign-in with a provider must be by the same user. */
@Injectable()
export class ReauthenticationService {
  /** Those of the request itself, by its cookies. */
  private readonly begun = new WeakMap<object, Reauthentication>();
  private readonly taken = new WeakSet<object>();

  constructor(
    private readonly sealed: SealedCookieService,
    private readonly sessions: CurrentSessionService,
  ) {}

  async begin(ctx: SessionContext, started: Reauthentication): Promise<void> {
    const cookie = cookieOf(ctx);
    const expires = new Date(Date.now() + LIFE * 1000);
    this.begun.set(ctx.cookies, started);
    ctx.cookies.set(cookie, await this.sealed.seal(ctx, cookie.name, { ...started }, LIFE), {
      expires,
    });
  }

  /** Ends the one that was begun before and given up: what begins now may bring another account. */
  abandon(ctx: SessionContext): void {
    this.begun.delete(ctx.cookies);
    ctx.cookies.delete(cookieOf(ctx));
  }

  /**
   * Ends the one that a sign-in completes.
   * @param user - the stored user of the identity
   * @returns what the session of the request has proven already, which may be another one than at
   * the beginning; undefined if it is an ordinary sign-in: also if no session of the user is left, or
   * a provider does not say when it asked the user
   * @throws {AccountNotLinked} if the identity is that of another user: nothing is linked
   */
  take(
    ctx: SessionContext,
    identity: VerifiedIdentity,
    user: AdapterUser | null,
  ): MaybePromise<readonly string[] | undefined> {
    const cookie = cookieOf(ctx);
    const started = this.begun.get(ctx.cookies) ?? this.open(ctx, cookie.name);
    if (started?.provider !== identity.account.provider) return undefined;
    this.begun.delete(ctx.cookies);
    ctx.cookies.delete(cookie);
    return this.complete(ctx, started, { identity, user });
  }

  /** Whether the sign-in of a request has completed one. */
  wasTaken({ cookies }: SessionContext): boolean {
    return this.taken.has(cookies);
  }

  private async complete(
    ctx: SessionContext,
    started: Reauthentication,
    { identity, user }: { identity: VerifiedIdentity; user: AdapterUser | null },
  ): Promise<readonly string[] | undefined> {
    // It was started in another way: what was asked for here comes with the time.
    if (identity.account.type === 'oidc' && provenAt(identity) === undefined) return undefined;
    if ((await this.sessions.currentUserId(ctx)) !== started.userId) return undefined;
    if (await isBy(ctx, started, { identity, user })) {
      this.taken.add(ctx.cookies);
      return (await this.sessions.read(ctx, 'server'))?.amr ?? [];
    }
    throw new AccountNotLinked('another user proved who they are than the one who is signed in');
  }

  private open(ctx: SessionContext, name: string): Reauthentication | undefined {
    const value = ctx.cookies.get(name);
    const { userId, provider } = (value && this.sealed.open(ctx, name, value)) || {};
    if (typeof userId !== 'string' || typeof provider !== 'string') return undefined;
    return { userId, provider };
  }
}

async function isBy(
  { config }: SessionContext,
  { userId }: Reauthentication,
  { identity, user }: { identity: VerifiedIdentity; user: AdapterUser | null },
): Promise<boolean> {
  if (user) return user.id === userId;
  const { id } = identity.user;
  const { type, provider } = identity.account;
  if (type !== 'credentials' || id === undefined) return false;
  if (!hasOwnUsers(config, provider)) return id === userId;
  const { adapter, session } = config;
  if (!adapter || session.strategy === 'jwt') return ownUserKey(id) === userId;
  // Database sessions are of the stored user to whom that one of the list is linked.
  return (await ownerOfAccount(adapter, identity.account))?.id === userId;
}

function cookieOf({ config, secure }: SessionContext): CookieDefinition {
  const prefix = secure ? config.ownCookies.secure : config.ownCookies.plain;
  return {
    name: `${prefix}reauthenticate`,
    options: { path: '/', httpOnly: true, secure, sameSite: 'lax' },
  };
}
