import { Injectable } from '@nestjs/common';
import type { AdapterUser } from '../adapter/adapter-rows.js';
import { CsrfService } from '../csrf/csrf.service.js';
import { AccessDenied, UserChanged } from '../errors/sign-in.errors.js';
import { toError } from '../errors/to-error.js';
import { EventsService } from '../events/events.service.js';
import { pageUrl, withParams } from '../exchange/request-urls.js';
import type { AuthContext } from '../exchange/auth-context.js';
import { type ActionResult, redirectTo } from '../exchange/auth-response.js';
import { CallbackUrlService } from '../exchange/callback-url.service.js';
import { CurrentSessionService } from '../session/current-session.service.js';
import { AccessEnded } from '../session/access-ended.js';
import type { Registered } from './registered.js';
import { askSignIn } from './sign-in-callback.js';
import { FeaturesService } from '../feature/features.service.js';
import type { VerifiedIdentity } from '../feature/verified-identity.js';
import { SignInFlowsService } from './sign-in-flows.service.js';

/** Two retries are enough: one of two concurrent sign-ins succeeds, and a proof is permanent. */
const ATTEMPTS = 3;

/** A session was opened: for whom, and as what. */
interface Opened {
  readonly identity: VerifiedIdentity;
  readonly registered: Registered;
}

/** The steps that all types of sign-in share after the identity was verified. */
@Injectable()
export class SignInService {
  constructor(
    private readonly flows: SignInFlowsService,
    private readonly sessions: CurrentSessionService,
    private readonly events: EventsService,
    private readonly csrf: CsrfService,
    private readonly callbackUrls: CallbackUrlService,
    private readonly features: FeaturesService,
  ) {}

  /**
   * Calls the `signIn` callback, finds the account, opens the session, emits the event and
   * redirects.
   * @throws {AccessDenied | OAuthAccountNotLinked | AdapterError}
   * @see docs/design/wire-contract.md 7.2 steps 18 to 23, 7.4
   */
  async complete(ctx: AuthContext, verified: VerifiedIdentity): Promise<ActionResult> {
    const outcome = await this.openFor(ctx, verified);
    if (typeof outcome === 'string') {
      return redirectTo(await this.callbackUrls.redirect(ctx, outcome));
    }
    const { identity, registered } = outcome;
    const { account, profile } = identity;
    const isCredentials = account.type === 'credentials';
    await this.events.emit(ctx, 'signIn', {
      user: isCredentials ? identity.user : registered.user,
      account: registered.account,
      ...(profile && { profile }),
      ...(isCredentials ? {} : { isNewUser: registered.isNewUser }),
    });
    const { provider, type } = account;
    const { isNewUser } = registered;
    ctx.logger.info('signed in', { provider, type, userId: registered.user.id, isNewUser });
    // A CSRF token that was fetched before must not outlive the change of user.
    this.csrf.issue(ctx);
    const target = identity.callbackUrl ?? ctx.callbackUrl;
    return redirectTo(
      isNew(isCredentials, registered) === true ? this.newUserPage(ctx, target) : target,
    );
  }

  /**
   * Asks the `signIn` callback, finds or registers the user, and opens the session. All of it starts
   * again whenever the user changes before something is stored: the callback may decide otherwise
   * about what the user is now.
   * @returns the URL to which the callback redirects instead, if it does
   * @throws {UserChanged} when the user changes during every attempt
   * @throws {AccessDenied} when the account gets another owner
   * @see docs/design/security-bar.md ID20, ID21
   */
  private async openFor(ctx: AuthContext, verified: VerifiedIdentity): Promise<Opened | string> {
    let identity = verified;
    let isVerifiedAgain = false;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.approveAndOpen(ctx, identity);
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

  private async approveAndOpen(
    ctx: AuthContext,
    identity: VerifiedIdentity,
  ): Promise<Opened | string> {
    const { account, profile, credentials } = identity;
    const accounts = this.flows.accountsOf(account);
    const known = await accounts.find(ctx, account);
    const user = known ?? identity.user;
    const elsewhere = await askSignIn(ctx, {
      user,
      account: account.type === 'email' ? { ...account, userId: user.id } : account,
      ...(profile && { profile }),
      ...(credentials && { credentials }),
    });
    if (elsewhere !== undefined) return elsewhere;
    // The callback takes time, and may itself have stored the user.
    const now = ctx.config.callbacks.signIn ? await accounts.find(ctx, account) : known;
    if (known && !now) throw new UserChanged('the user was deleted since the sign-in began');
    if (known && now?.id !== known.id) {
      throw new AccessDenied('the owner of the account has changed since the sign-in began');
    }
    return { identity, registered: await this.open(ctx, identity, now) };
  }

  private async open(
    ctx: AuthContext,
    identity: VerifiedIdentity,
    known: AdapterUser | null,
  ): Promise<Registered> {
    const { profile, account } = identity;
    const facts = await this.features.opening(ctx, identity, known);
    const accounts = this.flows.accountsOf(account);
    const registered = await accounts.findOrRegister(ctx, { ...identity, facts }, known);
    const isNewUser = isNew(account.type === 'credentials', registered);
    const userId = await this.sessions.open(ctx, {
      ...registered,
      profile,
      isNewUser,
      facts,
    });
    if (userId !== undefined) await this.features.opened(ctx, identity, userId);
    return registered;
  }

  private newUserPage(ctx: AuthContext, callbackUrl: string): string {
    const { newUser } = ctx.config.pages;
    if (newUser === undefined) return callbackUrl;
    return withParams(pageUrl(ctx, newUser, 'signin'), { callbackUrl });
  }
}

/** @see docs/design/wire-contract.md 9.1: credentials sign-in is never a sign-up */
function isNew(isCredentials: boolean, { isNewUser }: Registered): boolean | undefined {
  return isCredentials ? false : isNewUser;
}
