import { Injectable } from '@nestjs/common';
import { CsrfService } from '../csrf/csrf.service.js';
import type { Action } from '../exchange/action.port.js';
import type { AuthContext } from '../exchange/auth-context.js';
import { type ActionResult, redirectTo } from '../exchange/auth-response.js';
import { ProviderLogoutService } from '../provider-logout/provider-logout.service.js';
import { SignOutTokensService } from '../provider-tokens/sign-out-tokens.service.js';
import { CurrentSessionService } from '../session/current-session.service.js';

/**
 * POST signout: ends the session here, revokes tokens if configured, and ends the session at the
 * provider.
 * @see docs/design/wire-contract.md 6.8; docs/design/decisions.md 40
 */
@Injectable()
export class SignOutAction implements Action {
  constructor(
    private readonly sessions: CurrentSessionService,
    private readonly csrf: CsrfService,
    private readonly logout: ProviderLogoutService,
    private readonly tokens: SignOutTokensService,
  ) {}

  async run(ctx: AuthContext): Promise<ActionResult> {
    const leaving = await this.logout.begin(ctx);
    const owner = await this.tokens.begin(ctx);
    await this.sessions.close(ctx);
    await this.tokens.end(ctx, owner);
    this.csrf.issue(ctx);
    return redirectTo((await this.logout.end(ctx, leaving)) ?? ctx.callbackUrl);
  }
}
