import { Injectable } from '@nestjs/common';
import type { OpenedToken } from '../../crypto/open-jwe.js';
import { JWTSessionError } from '../../errors/internal.errors.js';
import { toError } from '../../errors/to-error.js';
import type { JWT } from '../../model/jwt.js';
import type { SessionContext } from '../../request/context/session-context.js';
import type { Session } from '../../model/session.js';
import { SessionRecordsService } from '../records/session-records.service.js';
import type { SealedSession } from '../token/sealed-session.js';
import { SessionTokenService } from '../token/session-token.service.js';
import { isDue, withAuthTime } from '../token/token-life.js';
import { JwtCallbackService } from './jwt-callback.service.js';
import { JwtRevocationService } from './jwt-revocation.service.js';
import { JwtViewService, type Showing } from './jwt-view.service.js';
import { isUserGone } from './user-gone.js';

/** Checks a stateless session again, and reissues its token if it is due or has changed. */
@Injectable()
export class JwtRenewalService {
  /** Realms for which the warning was logged, so that not every request repeats it. */
  private readonly warned = new Set<string>();

  constructor(
    private readonly tokens: SessionTokenService,
    private readonly callback: JwtCallbackService,
    private readonly revocations: JwtRevocationService,
    private readonly records: SessionRecordsService,
    private readonly view: JwtViewService,
  ) {}

  /**
   * Only a session that the callback ends has its cookie cleared. The others have ended elsewhere,
   * and what ended them may have set a new cookie, which a slow response must not clear.
   * @returns null if the session has ended, or is ended here
   * @see docs/design/security-bar.md ID19
   */
  async renew(
    ctx: SessionContext,
    opened: OpenedToken,
    { audience, update }: Showing,
  ): Promise<Session | null> {
    const state = await this.revocations.stateOf(ctx, opened.claims);
    if (state === 'revoked') return null;
    const due = state === 'stale' || isDue(ctx.config, opened);
    if (due && (await isUserGone(ctx, opened.claims))) return null;
    const claims = await this.callback.refresh(ctx, opened.claims, { update, state });
    if (claims === null) {
      ctx.carrier.clear();
      return null;
    }
    const changed = this.callback.hasChanged(opened.claims, claims);
    if (ctx.readOnly || (!due && !changed)) {
      const expires = this.view.expiresAt(ctx, opened.claims);
      return this.view.show(ctx, claims, { audience, update, expires });
    }
    // Without this check, a token that is always reissued before it is due would never be checked.
    if (!due && (await isUserGone(ctx, opened.claims))) return null;
    const identified = this.revocations.identify(
      ctx,
      withAuthTime(ctx.config, claims, opened.claims),
      opened.claims,
    );
    // An update that the client requested must be stored; a renewal that is only due may fail.
    const renewed = update
      ? await this.tokens.seal(ctx, identified)
      : await this.sealUnasked(ctx, identified);
    const expires = renewed?.expires.toISOString() ?? this.view.expiresAt(ctx, opened.claims);
    const session = await this.view.show(ctx, identified, { audience, update, expires });
    // The session may have ended while callbacks ran.
    if (await this.revocations.isRevoked(ctx, identified)) return null;
    if (!renewed) return session;
    await this.records.touch(ctx, identified, renewed.expires);
    ctx.carrier.write(renewed.value, renewed.expires);
    return session;
  }
  /**
   * Seals a session when the client has not requested it. If that fails, the current cookie remains
   * until it expires: another application may write larger sessions than this library, and reading a
   * session must not sign the user out.
   * @returns undefined if the session cannot be written
   */
  private async sealUnasked(ctx: SessionContext, claims: JWT): Promise<SealedSession | undefined> {
    try {
      const sealed = await this.tokens.seal(ctx, claims);
      if (ctx.carrier.fits(sealed.value)) return sealed;
      this.warnOnce(ctx);
    } catch (thrown) {
      ctx.logger.error(
        new JWTSessionError('the session was not renewed', { err: toError(thrown) }),
      );
    }
    return undefined;
  }

  private warnOnce({ config, logger }: SessionContext): void {
    if (this.warned.has(config.realm)) return;
    this.warned.add(config.realm);
    logger.warn('session-too-large');
  }
}
