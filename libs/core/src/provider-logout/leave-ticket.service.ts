import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../exchange/auth-context.js';
import { actionUrl, withParams } from '../exchange/request-urls.js';
import { SealedCookieService } from '../exchange/sealed-cookie.service.js';
import { textOf } from './kept-hint.js';

/** Under which tickets are sealed: no cookie has this name. */
const SALT = 'authnest:leave';
/** Life of a ticket, seconds: a browser is sent on at once. */
const LIFE = 60;

/** Whose session has ended, and where the browser goes in the end. */
export interface LeaveTicket {
  readonly userId: string;
  readonly target: string;
}

/**
 * A sign-out on a path of the application does not see the cookie that the provider's session ends by,
 * so it sends the browser over a path that does. The ticket is worth nothing in another browser: the
 * cookie there names another user.
 */
@Injectable()
export class LeaveTicketService {
  constructor(private readonly sealed: SealedCookieService) {}

  async url(ctx: AuthContext, ticket: LeaveTicket): Promise<string> {
    const value = await this.sealed.seal(ctx, SALT, { ...ticket }, LIFE);
    return withParams(new URL(actionUrl(ctx, 'signout/provider')), { ticket: value });
  }

  /** @returns undefined where the request has none that was made here, or one that is too old */
  open(ctx: AuthContext): LeaveTicket | undefined {
    const claims = this.sealed.open(ctx, SALT, ctx.request.query['ticket'] ?? '');
    const [userId, target] = [textOf(claims?.['userId']), textOf(claims?.['target'])];
    return userId === undefined || target === undefined ? undefined : { userId, target };
  }
}
