import { Injectable } from '@nestjs/common';
import { normalizeEmail } from '../../model/normalize-email.js';
import type { Session } from '../../model/session.js';
import type { ResolvedProvider } from '../../provider/resolved-provider.js';
import type { SessionContext } from '../../request/context/session-context.js';
import { CurrentSessionService } from '../../session/current/current-session.service.js';
import { WaysInService } from '../../sign-in/ways-in.service.js';

/** Finds the ways in which the user of a session can prove again who they are. */
@Injectable()
export class WaysAgainService {
  constructor(
    private readonly sessions: CurrentSessionService,
    private readonly ways: WaysInService,
  ) {}

  /**
   * Returns the providers. A password may be known to the application only, so it is always among
   * them. A plain OAuth provider, which never says when it last asked, is among them for a user who
   * can sign in with such providers only.
   */
  async list(ctx: SessionContext, { user }: Session): Promise<ResolvedProvider[]> {
    const { providers, adapter } = ctx.config;
    const stored = adapter && (await this.sessions.currentUser(ctx));
    const ways = adapter && stored ? await this.ways.list({ ctx, adapter, user: stored }) : [];
    const linked = new Set(ways.map(({ name }) => name));
    const hasOther = ways.some(({ name }) => providers.get(name)?.type !== 'oauth');
    return [...providers.values()].filter(({ id, type }) => {
      if (type === 'credentials') return true;
      if (type === 'email') return normalizeEmail(user?.email) !== null;
      return linked.has(id) && (type !== 'oauth' || !hasOther);
    });
  }
}
