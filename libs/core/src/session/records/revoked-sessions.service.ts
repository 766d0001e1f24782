import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { type EventContext, EventsService } from '../../events/events.service.js';
import { SessionEndNotifierService } from './session-end-notifier.service.js';
import { idInKey } from '../token/own-user.js';
import type { ListedSession } from './listed-session.js';
import { sessionDirectory } from './session-directory.js';
import { publicSessionId } from './session-summary.js';

/** A user whose ended sessions are being reported to the listeners of an application. */
interface Reported {
  readonly by: RevokedSessionsService;
  readonly userId: string;
}

/**
 * What is being reported to the listener that calls. One for all applications of the process: before
 * Node 24, each storage that was used makes every promise slower, and is never forgotten.
 */
const reporting = new AsyncLocalStorage<readonly Reported[]>();

/** Ends sessions of a user one by one, and reports which ones ended. */
@Injectable()
export class RevokedSessionsService {
  constructor(
    private readonly events: EventsService,
    private readonly notifier: SessionEndNotifierService,
  ) {}

  /**
   * Ends sessions. If the store fails, the sessions that ended before are still reported.
   * @returns the number of sessions that ended
   */
  async end(
    ctx: EventContext,
    userId: string,
    sessions: readonly ListedSession[],
  ): Promise<number> {
    const directory = sessionDirectory(ctx.config);
    const ended: string[] = [];
    try {
      for (const session of sessions) {
        await directory.end(session);
        ended.push(publicSessionId(session.key));
      }
    } finally {
      if (ended.length > 0) await this.report(ctx, userId, { count: ended.length, ids: ended });
    }
    return ended.length;
  }

  /**
   * Logs and emits that sessions ended. A listener may itself end sessions of the user, such as with
   * `endAccess`: that is not emitted again, or it would be called without end.
   */
  async report(
    ctx: EventContext,
    userId: string,
    { count, ids }: { count?: number; ids: readonly string[] | 'all' },
  ): Promise<void> {
    ctx.logger.info('sessions ended', { userId, count });
    // A connection has the id of its user, as the session shows it.
    this.notifier.tell(ctx.config, { by: 'revoked', ids, userId: idInKey(userId) });
    if (!this.events.isHeard(ctx, 'revokeSessions')) return;
    const outer = reporting.getStore() ?? [];
    if (outer.some((other) => other.by === this && other.userId === userId)) return;
    await reporting.run([...outer, { by: this, userId }], () =>
      this.events.emit(ctx, 'revokeSessions', { userId, ids }),
    );
  }
}
