import { HttpException, Injectable } from '@nestjs/common';
import type { AdapterUser } from '../../../adapter/adapter-rows.js';
import { canSendMail } from '../../../config/mail-provider.js';
import { MailerService } from '../../../email/mailer.service.js';
import { AuthError } from '../../../errors/auth.error.js';
import { Timeout } from '../../../errors/internal.errors.js';
import { DeletionRefused, SessionRequired } from '../../../errors/sign-in.errors.js';
import { toError } from '../../../errors/to-error.js';
import { EventsService } from '../../../events/events.service.js';
import { FeaturesService } from '../../../feature-port/features.service.js';
import { callUser } from '../../../model/call-user.js';
import { deepCopy } from '../../../model/deep-copy.js';
import { normalizeEmail } from '../../../model/normalize-email.js';
import type { ActionContext } from '../../../request/context/action-context.js';
import { CurrentSessionService } from '../../../session/current/current-session.service.js';
import { endAccess } from '../../../session/records/end-access.js';
import { storesAccessEnd } from '../../../session/records/stores-access-end.js';
import { UserSessionsService } from '../../session-list/user-sessions.service.js';
import { adapterOf } from '../adapter-of.js';
import { MailedProofsService } from '../mailed-proofs.service.js';
import { changeTextsOf } from '../texts/change-texts.js';

/** Deletes users, with everything that belongs to them. */
@Injectable()
export class UserDeletionService {
  constructor(
    private readonly sessions: CurrentSessionService,
    private readonly userSessions: UserSessionsService,
    private readonly proofs: MailedProofsService,
    private readonly features: FeaturesService,
    private readonly mailer: MailerService,
    private readonly events: EventsService,
  ) {}

  /**
   * Deletes the user of a request. Access ends first, and the user's row goes last, in one step with
   * what the adapter stores for the user: after a crash, another call completes it.
   * @throws {DeletionRefused} if `beforeDelete` refuses; nothing is deleted
   * @throws {Timeout} if it takes too long; nothing is deleted
   */
  async delete(ctx: ActionContext, user: AdapterUser): Promise<void> {
    const { config, logger } = ctx;
    const adapter = adapterOf(ctx);
    if (canSendMail(config)) this.mailer.assertOrigin(ctx);
    await this.askApplication(ctx, user);
    const removed = await this.features.removing(ctx, adapter, user.id, 'deletion');
    // Meanwhile the session may have ended.
    const now = await this.sessions.currentUser(ctx);
    if (now?.id !== user.id) throw new SessionRequired('the session has ended');
    await this.endSessions(ctx, user.id);
    await this.proofs.end(ctx, user.id, [now.email || '']);
    const deleted = await adapter.deleteUser(user.id);
    ctx.carrier.clear();
    await this.endLate(ctx, user.id);
    // Another request was first; adapters of Auth.js may return undefined.
    if (deleted === null) return;
    logger.info('user deleted', { userId: user.id });
    await removed();
    await this.events.emit(ctx, 'deleteUser', { user: now });
    this.tell(ctx, now);
  }

  private async askApplication(ctx: ActionContext, user: AdapterUser): Promise<void> {
    const { deletion } = ctx.config.account;
    const { beforeDelete } = deletion === false ? {} : deletion;
    if (!beforeDelete) return;
    try {
      await callUser(ctx.config, 'account.deletion.beforeDelete', () =>
        beforeDelete(deepCopy(user)),
      );
    } catch (thrown) {
      if (thrown instanceof Timeout) throw thrown;
      const refusal = new DeletionRefused('the application refuses to delete the user', {
        err: toError(thrown),
      });
      // A refusal is no fault, but anything else that is thrown may be one.
      const isDeliberate = thrown instanceof HttpException && thrown.getStatus() < 500;
      if (isDeliberate) ctx.logger.info('deletion refused', { userId: user.id });
      else ctx.logger.error(refusal);
      throw refusal;
    }
  }

  /** Stored sessions are deleted with the user, if nothing stores their end. */
  private async endSessions({ config, logger }: ActionContext, userId: string): Promise<void> {
    if (!storesAccessEnd(config) && !config.session.registry) return;
    await this.userSessions.endAccess({ config, logger, userId, isStored: true });
  }

  /** A sign-in in progress may have opened a stateless session meanwhile. The user is gone anyway. */
  private async endLate({ config, logger }: ActionContext, userId: string): Promise<void> {
    if (!config.session.registry) return;
    try {
      await endAccess(config, userId);
    } catch (thrown) {
      const err = toError(thrown);
      logger.error(new AuthError('sessions of a deleted user end only at their renewal', { err }));
    }
  }

  private tell(ctx: ActionContext, user: AdapterUser): void {
    const to = normalizeEmail(user.email);
    if (to === null || !canSendMail(ctx.config)) return;
    const words = changeTextsOf(ctx).mails.deleted;
    this.mailer.send(ctx, { kind: 'account-deleted', to, words, user });
  }
}
