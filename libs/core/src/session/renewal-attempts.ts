import { JWTSessionError } from '../errors/internal.errors.js';
import { toError } from '../errors/to-error.js';
import type { SessionContext } from '../exchange/session-context.js';
import type { AuthLogger } from '../logging/auth-logger.port.js';
import type { SealedSession } from '../session-token/sealed-session.js';
import { fitsCookies } from './cookie-chunks.js';

/**
 * Renewals of stateless sessions that the request did not ask for. A renewal that fails keeps the
 * current cookie until it expires: another application may write larger sessions than this library,
 * and a read must not sign the user out.
 */
export class RenewalAttempts {
  /** Loggers that have the warning: each request of such a session would repeat it. */
  private readonly warned = new WeakSet<AuthLogger>();

  /** @returns undefined where the session cannot be written */
  async run(
    { logger }: SessionContext,
    seal: () => Promise<SealedSession>,
  ): Promise<SealedSession | undefined> {
    try {
      const sealed = await seal();
      if (fitsCookies(sealed.value)) return sealed;
      this.warnOnce(logger);
    } catch (thrown) {
      logger.error(new JWTSessionError('the session was not renewed', { err: toError(thrown) }));
    }
    return undefined;
  }

  private warnOnce(logger: AuthLogger): void {
    if (this.warned.has(logger)) return;
    this.warned.add(logger);
    logger.warn('session-too-large');
  }
}
