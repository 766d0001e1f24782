import { Injectable } from '@nestjs/common';
import { constantTimeEqual } from '../crypto/digests.js';
import { InvalidProvider } from '../errors/internal.errors.js';
import { AccessDenied, EmailSignInError, Verification } from '../errors/sign-in.errors.js';
import { toError } from '../errors/to-error.js';
import { namedOrigin } from '../request/context/named-origin.js';
import { actionUrl, postUrl, withParams } from '../request/redirects/request-urls.js';
import type { ActionContext } from '../request/context/action-context.js';
import { type ActionResult, redirectTo } from '../request/context/auth-response.js';
import { CallbackUrlService } from '../request/redirects/callback-url.service.js';
import { LimitsService } from '../limits/limits.service.js';
import { renderConfirmPage } from '../pages/confirm.page.js';
import { formPageOf } from '../pages/layout/page-response.js';
import type { ResolvedEmailProvider } from '../provider/resolved-provider.js';
import { EmailAccountService } from './email-account.service.js';
import { askSignIn } from '../sign-in/sign-in-callback.js';
import type { VerifiedIdentity } from '../feature-port/verified-identity.js';
import type { SignInFlow } from '../sign-in/sign-in-flow.port.js';
import { parseConfirmForm, parseEmailSignInForm } from './email-sign-in.form.js';
import { identifierOf } from '../provider/identifier-of.js';
import { isPrefetch } from './is-prefetch.js';
import { type LastSent, LinkCookiesService } from './link-cookies.service.js';
import { isMailLink, type MailLink, mailLinkOf, parseMailLink } from './mail-link.js';
import { MailService } from './mail.service.js';
import { maskAddress } from './mask-address.js';
import { VerificationTokenService } from './verification-token.service.js';

/**
 * Sign-in with an emailed link.
 * @see docs/design/wire-contract.md 7.3; docs/design/decisions.md 5, 9
 */
@Injectable()
export class EmailFlow implements SignInFlow {
  readonly types = ['email'] as const;
  readonly callbackCsrf = 'post';

  constructor(
    private readonly tokens: VerificationTokenService,
    private readonly mails: MailService,
    private readonly cookies: LinkCookiesService,
    private readonly accounts: EmailAccountService,
    private readonly callbackUrls: CallbackUrlService,
    private readonly limits: LimitsService,
  ) {}

  /**
   * Mails a link. The response does not depend on whether the address belongs to a user.
   * @throws {AuthError} if only the Host header determines where the link would lead
   * @see docs/design/security-bar.md F08, F09, RQ1
   */
  async start(ctx: ActionContext): Promise<ActionResult> {
    const provider = providerOf(ctx);
    namedOrigin(ctx, 'an emailed link leads to a site');
    const { identifier, times } = this.wantedMail(ctx, provider);
    await this.limits.count(ctx, { work: 'emails', identifier });
    const elsewhere = await this.askWhether(ctx, identifier);
    if (elsewhere !== undefined) {
      return redirectTo(await this.callbackUrls.redirect(ctx, elsewhere));
    }
    const issued = await this.tokens.issue(ctx, provider, identifier);
    try {
      await this.mails.send(ctx, provider, issued);
    } catch (thrown) {
      await this.tokens.discard(ctx, issued);
      throw thrown;
    }
    await this.cookies.addAsked(ctx, {
      hash: issued.stored,
      identifier,
      provider: provider.id,
      times,
    });
    const page = new URL(actionUrl(ctx, 'verify-request'));
    return redirectTo(withParams(page, { provider: provider.id, type: 'email' }));
  }

  /**
   * With the default of `confirm`, a GET signs in directly only in the browser that requested the
   * link. In any other browser, it shows a confirm page, whose POST signs in.
   */
  async verify(ctx: ActionContext): Promise<VerifiedIdentity | ActionResult> {
    const provider = providerOf(ctx);
    if (ctx.request.method === 'POST') return this.redeem(ctx, provider, this.postedLink(ctx));
    const link = mailLinkOf(ctx.request.query);
    if (link && this.maySignInAtOnce(ctx, provider, link)) return this.redeem(ctx, provider, link);
    if (!isMailLink(ctx.request.query)) return this.confirmPage(ctx, provider);
    if (!link) throw new Verification('the link is incomplete', { provider: provider.id });
    await this.cookies.keep(ctx, link);
    return redirectTo(actionUrl(ctx, 'callback', provider.id));
  }

  /**
   * Returns the mail to send: to the address that was entered, or to the one that the page showed.
   * The latter is in a cookie that all tabs share, so the form identifies its mail and cannot send
   * another one.
   * @throws {EmailSignInError} when there is no such address
   */
  private wantedMail(
    ctx: ActionContext,
    provider: ResolvedEmailProvider,
  ): Pick<LastSent, 'identifier' | 'times'> {
    const { email, again } = parseEmailSignInForm(ctx.request.body);
    if (again === undefined) return { identifier: identifierOf(provider, email), times: 'once' };
    const sent = this.cookies.lastSent(ctx);
    if (!sent || !constantTimeEqual(sent.hash, again) || sent.provider !== provider.id) {
      throw new EmailSignInError(
        'the mail to send again is not the last one that this browser requested',
      );
    }
    return { identifier: sent.identifier, times: 'again' };
  }

  /** Calls the `signIn` callback. @throws {AccessDenied} for any error that it throws */
  private async askWhether(ctx: ActionContext, identifier: string): Promise<string | undefined> {
    const identity = this.accounts.identify(ctx, identifier);
    const user = (await this.accounts.findByAddress(ctx, identifier)) ?? identity.user;
    try {
      return await askSignIn(ctx, {
        user,
        account: { ...identity.account, userId: user.id },
        email: { verificationRequest: true },
      });
    } catch (thrown) {
      if (thrown instanceof AccessDenied) throw thrown;
      const err = toError(thrown);
      throw new AccessDenied(err.message, { err });
    }
  }

  private maySignInAtOnce(
    ctx: ActionContext,
    provider: ResolvedEmailProvider,
    link: MailLink,
  ): boolean {
    if (provider.confirm === 'always' || isPrefetch(ctx.request)) return false;
    if (provider.confirm === 'never') return true;
    return this.cookies.hasAsked(ctx, this.tokens.hashes(ctx, provider, link));
  }

  private confirmPage(ctx: ActionContext, provider: ResolvedEmailProvider): ActionResult {
    const link = this.cookies.kept(ctx);
    if (!link) throw new Verification('the request contains no link to confirm');
    const { config, language, origin, csrfToken } = ctx;
    const page = renderConfirmPage({
      theme: config.theme,
      language,
      origin,
      name: config.name,
      csrfToken,
      actionUrl: postUrl(ctx, 'callback', provider.id),
      address: maskAddress(link.identifier),
      link: this.tokens.hashes(ctx, provider, link)[0] ?? '',
    });
    return formPageOf(page);
  }

  /** Returns the link that the application's own page posts, or else the one in the cookie. */
  private postedLink(ctx: ActionContext): MailLink | undefined {
    const form = parseConfirmForm(ctx.request.body);
    if (form.token !== undefined) return parseMailLink(form);
    const { query } = ctx.request;
    if (query['token'] !== undefined) return parseMailLink(query);
    const kept = this.cookies.kept(ctx);
    // All tabs share the cookie, but the button must confirm the link that its own page shows.
    const isShown =
      kept && this.tokens.hashes(ctx, providerOf(ctx), kept).includes(form.link ?? '');
    return isShown ? kept : undefined;
  }

  private async redeem(
    ctx: ActionContext,
    provider: ResolvedEmailProvider,
    link: MailLink | undefined,
  ): Promise<VerifiedIdentity> {
    if (!link) throw new Verification('the link is incomplete', { provider: provider.id });
    const { identifier } = link;
    // A token cannot be guessed, so guesses by strangers need not lock out the owner.
    await this.limits.attempt(ctx, { work: 'tokens', identifier, everywhere: 'spare' }, () => {
      // Cleared only here: a user who has to wait can try the same link again.
      this.cookies.clear(ctx);
      return this.tokens.redeem(ctx, provider, link);
    });
    return this.accounts.identify(ctx, identifier);
  }
}

function providerOf({ provider }: ActionContext): ResolvedEmailProvider {
  if (provider?.type !== 'email') {
    throw new InvalidProvider('the path must name an email provider');
  }
  return provider;
}
