import { Injectable } from '@nestjs/common';
import type { AdapterUser } from '../adapter/adapter-rows.js';
import type { SignInParams } from '../config/options/callbacks.js';
import { AccessDenied, UserChanged } from '../errors/sign-in.errors.js';
import { toError } from '../errors/to-error.js';
import type { ActionContext } from '../request/context/action-context.js';
import { type ActionResult, redirectTo } from '../request/context/auth-response.js';
import { pick } from '../model/pick.js';
import type { User } from '../model/user.js';
import { CallbackUrlService } from '../request/redirects/callback-url.service.js';
import { CurrentSessionService } from '../session/current/current-session.service.js';
import { AccessEnded } from '../session/strategy/access-ended.js';
import { type PendingSignIn, PendingSignInsService } from './pending-sign-ins.service.js';
import type { Registered } from './registered.js';
import type { SignInAccounts } from './sign-in-accounts.port.js';
import { askSignIn } from './sign-in-callback.js';
import { FeaturesService } from '../feature-port/features.service.js';
import type { VerifiedIdentity } from '../feature-port/verified-identity.js';
import { SignInFlowsService } from './sign-in-flows.service.js';

/** Two retries are enough: one of two concurrent sign-ins succeeds, and a proof is permanent. */
const ATTEMPTS = 3;

/** A session was opened: for whom, and as what. */
export interface Opened {
  readonly identity: VerifiedIdentity;
  readonly registered: Registered;
}

/** Finds or registers the user of a sign-in, and opens the session. */
@Injectable()
export class SignInOpeningService {
  constructor(
    private readonly flows: SignInFlowsService,
    private readonly sessions: CurrentSessionService,
    private readonly callbackUrls: CallbackUrlService,
    private readonly features: FeaturesService,
    private readonly pending: PendingSignInsService,
  ) {}

  /**
   * Asks, finds or registers the user, and opens the session. All of it starts again whenever the
   * user changes before something is stored: the `signIn` callback may decide otherwise about what
   * the user is now.
   * @returns the response to send instead, if the callback redirects or a feature suspends
   * @throws {UserChanged} when the user changes during every attempt
   * @throws {AccessDenied} when the account gets another owner
   * @see docs/design/security-bar.md ID20, ID21
   */
  async open(
    ctx: ActionContext,
    verified: VerifiedIdentity,
    waited?: PendingSignIn,
  ): Promise<Opened | ActionResult> {
    let identity = verified;
    let isVerifiedAgain = false;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.approveAndOpen(ctx, identity, waited);
      } catch (thrown) {
        await this.features.failed(ctx, identity, toError(thrown));
        if (!(thrown instanceof UserChanged) || attempt >= ATTEMPTS) throw thrown;
        if (!(thrown instanceof AccessEnded) || isVerifiedAgain) continue;
        isVerifiedAgain = true;
        identity = (await identity.verifyAgain?.()) ?? identity;
        ctx.startAfter(thrown.end);
      }
    }
  }

  /** Asks the `signIn` callback. @returns the response to send instead, if it redirects */
  async ask(ctx: ActionContext, params: SignInParams): Promise<ActionResult | undefined> {
    const elsewhere = await askSignIn(ctx, params);
    if (elsewhere === undefined) return undefined;
    return redirectTo(await this.callbackUrls.redirect(ctx, elsewhere));
  }

  private async approveAndOpen(
    ctx: ActionContext,
    verified: VerifiedIdentity,
    waited?: PendingSignIn,
  ): Promise<Opened | ActionResult> {
    const before = waited ? await this.asNow(ctx, verified, waited) : verified;
    const { account, profile, credentials } = before;
    const accounts = this.flows.accountsOf(account);
    let known = await accounts.find(ctx, account);
    // A copy, since the callback may write into it, and is asked anew at each attempt.
    const user = known ?? { ...before.user };
    const elsewhere = await this.ask(ctx, {
      user,
      account: account.type === 'email' ? { ...account, userId: user.id } : account,
      ...(profile && { profile }),
      ...(credentials && { credentials }),
    });
    if (elsewhere) return elsewhere;
    const identity = known ? before : writtenInto(before, user);
    // The callback takes time, and may itself have stored the user.
    if (ctx.config.callbacks.signIn) known = await sameUser(ctx, identity, accounts, known);
    if (!this.features.maySuspend(ctx.config)) {
      return { identity, registered: await this.register(ctx, identity, known) };
    }
    const expected = known ?? (await accounts.expected?.(ctx, identity)) ?? null;
    if (waited && waited.userId !== (expected?.id ?? null)) throw changedOwner();
    const suspended = await this.features.identified(ctx, {
      identity,
      user: expected,
      after: waited?.by,
    });
    if (suspended) return this.suspend(ctx, { identity, expected, ...suspended });
    // So do the features.
    known = await sameUser(ctx, identity, accounts, known);
    if (known && known.id !== expected?.id) throw notAsked();
    return { identity, registered: await this.register(ctx, identity, known, expected) };
  }

  /**
   * Returns an identity that waited, with what is stored about the user by now: what `authorize`
   * returned is as old as the sign-in.
   * @throws {AccessEnded} if all sessions of the user ended since then; nothing is written
   * @see docs/design/security-bar.md CT1, CT2
   */
  private async asNow(
    ctx: ActionContext,
    identity: VerifiedIdentity,
    { userId }: PendingSignIn,
  ): Promise<VerifiedIdentity> {
    const { config, provider } = ctx;
    const stored = userId === null ? null : await config.adapter?.getUser(userId);
    if (!stored) return identity;
    await this.assertGoesOn(ctx, stored);
    if (provider?.type !== 'credentials' || !provider.usersOfAdapter) return identity;
    const { user } = identity;
    return {
      ...identity,
      user: { ...user, ...pick<User>(stored, Object.keys(user) as (keyof User)[]) },
    };
  }

  /** Whether a sign-in that waits has not ended with all sessions of its user. */
  async goesOn(ctx: ActionContext, { userId, start }: PendingSignIn): Promise<boolean> {
    const stored = userId === null ? null : await ctx.config.adapter?.getUser(userId);
    const { start: now } = ctx;
    ctx.startAt(start);
    try {
      if (stored) await this.assertGoesOn(ctx, stored);
      return true;
    } catch (thrown) {
      if (thrown instanceof AccessEnded) return false;
      throw thrown;
    } finally {
      ctx.startAt(now);
    }
  }

  /** @throws {AccessEnded} if all sessions of the user ended since the sign-in began */
  private async assertGoesOn(ctx: ActionContext, user: AdapterUser): Promise<void> {
    // The session of somebody who adds a passkey may have outlived the others.
    const isSignedIn = (await this.sessions.currentUser(ctx))?.id === user.id;
    if (!isSignedIn) await this.sessions.assertAccess(ctx, user);
  }

  private async suspend(ctx: ActionContext, { identity, expected, by, response }: Suspended) {
    // By a clock that was ahead, maybe before the sign-in began: it then starts after that.
    if (expected) await this.sessions.assertAccess(ctx, expected);
    const callbackUrl = identity.callbackUrl ?? ctx.callbackUrl;
    await this.pending.keep(ctx, {
      identity: { ...identity, callbackUrl },
      userId: expected?.id ?? null,
      by,
      start: ctx.start,
    });
    ctx.logger.info('sign-in waits', { provider: identity.account.provider, for: by });
    return response;
  }

  private async register(
    ctx: ActionContext,
    identity: VerifiedIdentity,
    known: AdapterUser | null,
    expected?: AdapterUser | null,
  ): Promise<Registered> {
    const { profile, account } = identity;
    const facts = await this.features.opening(ctx, identity, known);
    const accounts = this.flows.accountsOf(account);
    const registered = await accounts.findOrRegister(ctx, { ...identity, facts }, known);
    try {
      if (expected !== undefined) assertExpected(registered, expected);
      const isNewUser = isNew(identity, registered);
      const userId = await this.sessions.open(ctx, {
        ...registered,
        profile,
        isNewUser,
        facts,
      });
      if (userId !== undefined) await this.features.opened(ctx, identity, userId);
    } finally {
      // Also if the session has ended meanwhile: the way is stored, and its user has to know.
      if (registered.isAdded) await this.reportAdded(ctx, registered);
    }
    return registered;
  }

  private async reportAdded(ctx: ActionContext, { user, account }: Registered): Promise<void> {
    const { type, provider } = account;
    const kind = type === 'webauthn' ? 'passkey' : 'account';
    if (isStored(user)) {
      await this.features.wayChanged(ctx, { user, done: 'added', kind, provider });
    }
  }
}

/** A sign-in that a feature has answered with a response. */
interface Suspended {
  readonly identity: VerifiedIdentity;
  readonly expected: AdapterUser | null;
  readonly by: string;
  readonly response: ActionResult;
}

/** Returns an identity whose user a callback may have changed. Nobody vouches for another address. */
function writtenInto(identity: VerifiedIdentity, user: User): VerifiedIdentity {
  const { address, ...rest } = { ...identity, user };
  return user.email === identity.user.email && address ? { ...rest, address } : rest;
}

/**
 * Finds the user again, after something that took time.
 * @throws {UserChanged} if the user was deleted
 * @throws {AccessDenied} if the account has another owner now
 */
async function sameUser(
  ctx: ActionContext,
  { account }: VerifiedIdentity,
  accounts: SignInAccounts,
  known: AdapterUser | null,
): Promise<AdapterUser | null> {
  const now = await accounts.find(ctx, account);
  if (known && !now) throw new UserChanged('the user was deleted since the sign-in began');
  if (known && now?.id !== known.id) throw changedOwner();
  return now;
}

/** @throws {UserChanged} if the features were asked about another user, or about a new one */
function assertExpected({ user, isNewUser }: Registered, expected: AdapterUser | null): void {
  // Users of the application's own list are not stored: the features know them by the identity.
  if (isNewUser === undefined) return;
  if ((isNewUser ? undefined : user.id) !== expected?.id) throw notAsked();
}

function notAsked(): UserChanged {
  return new UserChanged('the user who would be signed in is one whom no feature was asked about');
}

function changedOwner(): AccessDenied {
  return new AccessDenied('the owner of the account has changed since the sign-in began');
}

/** Of a user without an address, a database returns null for it. */
function isStored(user: User): user is AdapterUser {
  return user.id !== undefined;
}

/** @see docs/design/wire-contract.md 9.1: credentials sign-in is never a sign-up */
export function isNew(
  { account }: VerifiedIdentity,
  { isNewUser }: Registered,
): boolean | undefined {
  return account.type === 'credentials' ? false : isNewUser;
}
