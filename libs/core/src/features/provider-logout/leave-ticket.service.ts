import { Injectable } from '@nestjs/common';
import type { ActionContext } from '../../request/context/action-context.js';
import { actionUrl, withParams } from '../../request/redirects/request-urls.js';
import { SealedCookieService } from '../../request/context/sealed-cookie.service.js';
import { textOf } from './kept-hint.js';

/** Salt for sealing tickets; no cookie has this name. */
const SALT = 'authnest:leave';
/** Lifetime of a ticket, in seconds: the browser is redirected at once. */
const LIFE = 60;

/** The user whose session has ended, and the final target of the browser. */
export interface LeaveTicket {
  readonly userId: string;
  readonly target: string;
}

/**
 * Issues tickets for leaving to the provider. A sign-out on one of the application's own paths does
 * not receive the cookie that is needed to end the provider's session, so it redirects the browser
 * to a path that does. The ticket is useless in another browser, whose cookie names another user.
 */
@Injectable()
export class LeaveTicketService {
  constructor(private readonly sealed: SealedCookieService) {}

  async url(ctx: ActionContext, ticket: LeaveTicket): Promise<string> {
    const value = await this.sealed.seal(ctx, SALT, { ...ticket }, LIFE);
    return withParams(new URL(actionUrl(ctx, 'signout/provider')), { ticket: value });
  }

  /** @returns undefined if the request has no ticket that was issued here, or it has expired */
  open(ctx: ActionContext): LeaveTicket | undefined {
    const claims = this.sealed.open(ctx, SALT, ctx.request.query['ticket'] ?? '');
    const [userId, target] = [textOf(claims?.['userId']), textOf(claims?.['target'])];
    return userId === undefined || target === undefined ? undefined : { userId, target };
  }
}
