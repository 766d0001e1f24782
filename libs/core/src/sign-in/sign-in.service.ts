import { Injectable } from '@nestjs/common';
import type { AdapterUser } from '../adapter/adapter-rows.js';
import { CsrfService } from '../csrf/csrf.service.js';
import { UserChanged } from '../errors/sign-in.errors.js';
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
  async complete(ctx: AuthContext, identity: VerifiedIdentity): Promise<ActionResult> {
    const { account, profile, credentials } = identity;
    const isCredentials = account.type === 'credentials';
    const known = await this.flows.accountsOf(account).find(ctx, account);
    const user = known ?? identity.user;
    const elsewhere = await askSignIn(ctx, {
      user,
      account: account.type === 'email' ? { ...account, userId: user.id } : account,
      ...(profile && { profile }),
      ...(credentials && { credentials }),
    });
    if (elsewhere !== undefined)
      return redirectTo(await this.callbackUrls.redirect(ctx, elsewhere));

    const registered = await this.openFor(ctx, identity, known);
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
   * Finds or registers the user, and opens the session. The user is looked up again after the
   * `signIn` callback, and whenever the user changes before something is stored.
   * @param approved - the user that was passed to the `signIn` callback; null for a new user
   * @throws {UserChanged} when the account now belongs to another user, or the user changes during
   * every attempt
   */
  private async openFor(
    ctx: AuthContext,
    identity: VerifiedIdentity,
    approved: AdapterUser | null,
  ): Promise<Registered> {
    const accounts = this.flows.accountsOf(identity.account);
    let isVerifiedAgain = false;
    for (let attempt = 1; ; attempt += 1) {
      const isFresh = attempt === 1 && !ctx.config.callbacks.signIn;
      const known = isFresh ? approved : await accounts.find(ctx, identity.account);
      if (approved && known && approved.id !== known.id) {
        throw new UserChanged('the owner of the account has changed since the sign-in began');
      }
      try {
        return await this.open(ctx, identity, known);
      } catch (thrown) {
        await this.features.failed(ctx, identity, toError(thrown));
        if (thrown instanceof AccessEnded && !isVerifiedAgain) {
          isVerifiedAgain = true;
          await identity.verifyAgain?.();
          ctx.startAfter(thrown.end);
          continue;
        }
        if (!(thrown instanceof UserChanged) || attempt >= ATTEMPTS) throw thrown;
      }
    }
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
