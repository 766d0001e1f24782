import { Injectable } from '@nestjs/common';
import { actionUrl, ownPage, postUrl, withParams } from '../request/redirects/request-urls.js';
import type { Action } from '../request/context/action.port.js';
import type { ActionContext } from '../request/context/action-context.js';
import { type ActionResult, redirectTo } from '../request/context/auth-response.js';
import { formPageOf, pageOf } from '../pages/layout/page-response.js';
import { renderVerifyRequestPage, type SentMail } from '../pages/verify-request.page.js';
import { LinkCookiesService } from './link-cookies.service.js';

/**
 * GET verify-request: reports that a mail was sent. Only the browser that requested it is also
 * shown the address.
 * @see docs/design/wire-contract.md 6.10
 */
@Injectable()
export class VerifyRequestPageAction implements Action {
  constructor(private readonly cookies: LinkCookiesService) {}

  async run(ctx: ActionContext): Promise<ActionResult> {
    const { theme, pages, name } = ctx.config;
    const own = ownPage(ctx, pages.verifyRequest);
    if (own) return redirectTo(withParams(own, ctx.request.query));
    const { language, origin } = ctx;
    const signInUrl = actionUrl(ctx, 'signin');
    const sent = this.sentMail(ctx);
    const page = renderVerifyRequestPage({ theme, language, origin, name, signInUrl, sent });
    return sent ? formPageOf(page) : pageOf(page);
  }

  private sentMail(ctx: ActionContext): SentMail | undefined {
    const sent = this.cookies.lastSent(ctx);
    if (!sent || ctx.config.providers.get(sent.provider)?.type !== 'email') return undefined;
    return {
      address: sent.identifier,
      again: sent.hash,
      times: sent.times,
      actionUrl: postUrl(ctx, 'signin', sent.provider),
      csrfToken: ctx.csrfToken,
    };
  }
}
