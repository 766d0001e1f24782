import { JWTSessionError } from '../../errors/internal.errors.js';
import { toError } from '../../errors/to-error.js';
import type { SessionContext } from '../../request/context/session-context.js';
import type { SealedSession } from '../token/sealed-session.js';

/**
 * Renews stateless sessions when the client has not requested it. If a renewal fails, the current
 * cookie remains until it expires: another application may write larger sessions than this library,
 * and reading a session must not sign the user out.
 */
export class RenewalAttempts {
  /** Realms for which the warning was logged, so that not every request repeats it. */
  private readonly warned = new Set<string>();

  /** @returns undefined if the session cannot be written */
  async run(
    ctx: SessionContext,
    seal: () => Promise<SealedSession>,
  ): Promise<SealedSession | undefined> {
    try {
      const sealed = await seal();
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
