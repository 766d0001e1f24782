import { Injectable } from '@nestjs/common';
import { isNew, type Opened, SignInOpeningService } from './sign-in-opening.service.js';
import { CsrfService } from '../request/csrf/csrf.service.js';
import { AccessDenied, SessionRequired } from '../errors/sign-in.errors.js';
import { EventsService } from '../events/events.service.js';
import { forgetLongTarget } from '../request/redirects/forget-long-target.js';
import { pageUrl, withParams } from '../request/redirects/request-urls.js';
import type { ActionContext } from '../request/context/action-context.js';
import { type ActionResult, redirectTo } from '../request/context/auth-response.js';
import { type PendingSignIn, PendingSignInsService } from './pending-sign-ins.service.js';
import type { VerifiedIdentity } from '../feature-port/verified-identity.js';

/** The steps that all types of sign-in share after the identity was verified. */
@Injectable()
export class SignInService {
  constructor(
    private readonly opening: SignInOpeningService,
    private readonly pending: PendingSignInsService,
    private readonly events: EventsService,
    private readonly csrf: CsrfService,
  ) {}

  /**
   * Signs in: asks the `signIn` callback and the features, finds the account, opens the session,
   * emits the event and redirects. Or suspends the sign-in.
   * @throws {AccessDenied | OAuthAccountNotLinked | AdapterError}
   * @see docs/design/wire-contract.md 7.2 steps 18 to 23, 7.4
   */
  complete(ctx: ActionContext, verified: VerifiedIdentity): Promise<ActionResult> {
    return this.goOn(ctx, verified);
  }

  /**
   * Asks the `signIn` callback about somebody whom a feature is about to store; {@link complete} asks
   * it again about the stored user.
   * @returns the response to send instead, if it redirects
   * @throws {AccessDenied} when it refuses
   */
  ask(ctx: ActionContext, { user, account }: VerifiedIdentity): Promise<ActionResult | undefined> {
    return this.opening.ask(ctx, { user, account });
  }

  /**
   * Returns the sign-in that waits for a feature in this browser, to show whose it is; null if none
   * does, or it has ended with all sessions of its user.
   */
  async waiting(ctx: ActionContext, by: string): Promise<PendingSignIn | null> {
    const pending = await this.pending.look(ctx, by);
    return pending && (await this.opening.goesOn(ctx, pending)) ? pending : null;
  }

  /**
   * Goes on with the sign-in that waits for a feature in this browser.
   * @param by - name of the feature
   * @throws {SessionRequired} if none does: it has expired, or went on already
   * @throws {AuthError} as {@link complete}
   */
  async resume(ctx: ActionContext, by: string): Promise<ActionResult> {
    const pending = await this.pending.take(ctx, by);
    const provider = ctx.config.providers.get(pending?.identity.account.provider ?? '');
    if (!pending || !provider) {
      throw new SessionRequired(`no sign-in waits for \`${by}\` in this browser`);
    }
    ctx.startAt(pending.start);
    const resumed = Object.assign(ctx, { provider });
    return this.goOn(resumed, { ...pending.identity, verifyAgain: endedWhileItWaited }, pending);
  }

  private async goOn(
    ctx: ActionContext,
    verified: VerifiedIdentity,
    waited?: PendingSignIn,
  ): Promise<ActionResult> {
    const outcome = await this.opening.open(ctx, verified, waited);
    if (!('registered' in outcome)) return outcome;
    await this.announce(ctx, outcome);
    await this.pending.drop(ctx);
    // A CSRF token that was fetched before must not outlive the change of user.
    this.csrf.issue(ctx);
    forgetLongTarget(ctx);
    return redirectTo(this.targetOf(ctx, outcome));
  }

  private async announce(ctx: ActionContext, { identity, registered }: Opened): Promise<void> {
    const { account, profile } = identity;
    const isCredentials = account.type === 'credentials';
    // With credentials, the user may have been stored a moment ago, such as at a registration.
    const news = isCredentials ? {} : { isNewUser: registered.isNewUser };
    await this.events.emit(ctx, 'signIn', {
      user: isCredentials ? identity.user : registered.user,
      account: registered.account,
      ...(profile && { profile }),
      ...news,
    });
    const { provider, type } = account;
    ctx.logger.info('signed in', { provider, type, userId: registered.user.id, ...news });
  }

  private targetOf(ctx: ActionContext, { identity, registered }: Opened): string {
    const target = identity.callbackUrl ?? ctx.callbackUrl;
    const { newUser } = ctx.config.pages;
    if (newUser === undefined || isNew(identity, registered) !== true) return target;
    return withParams(pageUrl(ctx, newUser, 'signin'), { callbackUrl: target });
  }
}

/** What was verified before the sign-in waited proves nothing after all sessions have ended. */
async function endedWhileItWaited(): Promise<never> {
  throw new AccessDenied('all sessions of the user ended while the sign-in waited');
}
