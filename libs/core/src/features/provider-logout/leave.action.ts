import { Injectable } from '@nestjs/common';
import type { Action } from '../../request/context/action.port.js';
import type { ActionContext } from '../../request/context/action-context.js';
import { type ActionResult, redirectTo } from '../../request/context/auth-response.js';
import { LeaveTicketService } from './leave-ticket.service.js';
import { LogoutHintService } from './logout-hint.service.js';
import { ProviderLogoutService } from './provider-logout.service.js';

/**
 * GET signout/provider: redirects to the provider after `AuthService.signOut` has ended the
 * session. It requires a ticket for that user, so that a stranger's link cannot sign the user out.
 */
@Injectable()
export class LeaveAction implements Action {
  constructor(
    private readonly tickets: LeaveTicketService,
    private readonly hints: LogoutHintService,
    private readonly logout: ProviderLogoutService,
  ) {}

  async run(ctx: ActionContext): Promise<ActionResult> {
    const ticket = this.tickets.open(ctx);
    if (!ticket) return redirectTo(ctx.origin);
    const hint = this.hints.read(ctx);
    if (hint?.userId !== ticket.userId) return redirectTo(ticket.target);
    this.hints.clear(ctx);
    return redirectTo((await this.logout.leave(ctx, hint, ticket.target)) ?? ticket.target);
  }
}
