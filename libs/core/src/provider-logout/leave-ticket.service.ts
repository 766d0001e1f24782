import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../exchange/auth-context.js';
import { actionUrl, withParams } from '../exchange/request-urls.js';
import { SealedCookieService } from '../exchange/sealed-cookie.service.js';
import { textOf } from './kept-hint.js';

/** The salt of sealed tickets; no cookie has this name. */
const SALT = 'authnest:leave';
/** Life of a ticket, in seconds: the browser is redirected at once. */
const LIFE = 60;

/** The user whose session has ended, and the final target of the browser. */
export interface LeaveTicket {
  readonly userId: string;
  readonly target: string;
}

/**
 * A sign-out on a path of the application does not get the cookie that ends the provider's session,
 * so it redirects the browser to a path that gets it. The ticket is useless in another browser,
 * whose cookie names another user.
 */
@Injectable()
export class LeaveTicketService {
  constructor(private readonly sealed: SealedCookieService) {}

  async url(ctx: AuthContext, ticket: LeaveTicket): Promise<string> {
    const value = await this.sealed.seal(ctx, SALT, { ...ticket }, LIFE);
    return withParams(new URL(actionUrl(ctx, 'signout/provider')), { ticket: value });
  }

  /** @returns undefined where the request has no ticket that was made here, or an expired one */
  open(ctx: AuthContext): LeaveTicket | undefined {
    const claims = this.sealed.open(ctx, SALT, ctx.request.query['ticket'] ?? '');
    const [userId, target] = [textOf(claims?.['userId']), textOf(claims?.['target'])];
    return userId === undefined || target === undefined ? undefined : { userId, target };
  }
}
