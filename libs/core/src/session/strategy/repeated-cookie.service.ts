import { Injectable } from '@nestjs/common';
import type { ResolvedAuthConfig } from '../../config/resolved-auth-config.js';
import type { SessionContext } from '../../request/context/session-context.js';

/** Handles a session cookie that a browser sends more than once, with one name. */
@Injectable()
export class RepeatedCookieService {
  private readonly reported = new WeakSet<ResolvedAuthConfig>();

  /**
   * Warns once, and clears the cookies of a former configuration.
   * @param ours - how many of the values are sessions of this application
   * @see docs/design/security-bar.md RP3, RP4
   */
  report(ctx: SessionContext, ours: number): void {
    // With only one, the other belongs to a neighbour, whose cookie stays.
    if (ours > 1) ctx.carrier.clearFormer();
    if (this.reported.has(ctx.config)) return;
    this.reported.add(ctx.config);
    ctx.logger.warn('repeated-session-cookie');
  }
}
