import { Injectable } from '@nestjs/common';
import type { SessionRecord } from '../../config/options/session-revocations.js';
import { AuthError } from '../../errors/auth.error.js';
import { toError } from '../../errors/to-error.js';
import type { SessionContext } from '../../request/context/session-context.js';
import { callStore } from '../../model/call-store.js';
import type { JWT } from '../../model/jwt.js';
import { recordKey, userKeyOf } from '../token/own-user.js';
import { deviceOf } from './device-of.js';
import { SessionLimitService } from './session-limit.service.js';
import { sessionIdOf, startOfSession } from './session-id.js';

/** How a session begins. */
export interface Beginning {
  /** Id of the provider with which the user signed in. */
  readonly provider?: string | null;
  /** Claims of the sessions that it replaces. */
  readonly replaced: readonly JWT[];
  /** Whether it continues the session that it replaces, so that there are no more than before. */
  readonly continues?: boolean;
}

/** Records stateless sessions in `session.revocation`, if that is a registry. */
@Injectable()
export class SessionRecordsService {
  constructor(private readonly limit: SessionLimitService) {}

  /**
   * Records a new session.
   * @throws {TooManySessions} if the user has more sessions than `session.maxPerUser` allows
   * @throws {AuthError} if the registry fails, since an unrecorded session could not be ended
   */
  async begin(
    ctx: SessionContext,
    claims: JWT,
    { expires, provider, replaced, continues }: Beginning & { readonly expires: Date },
  ): Promise<void> {
    const record = recordOf(ctx, claims, expires);
    if (!record) return;
    const key = record.id;
    const userId = userKeyOf(claims) ?? '';
    const begun = {
      userId,
      key,
      replaced: new Set(replaced.flatMap((one) => sessionIdOf(one) ?? [])),
    };
    if (!continues) await this.limit.assertRoom(ctx, begun);
    await this.keep(ctx, { ...record, provider });
    // One that continues counts too: several requests may continue the same session.
    await this.limit.enforce(ctx, begun);
  }

  /** Records a use of the session along with its extension; a failed write is only logged. */
  async touch(ctx: SessionContext, claims: JWT, expires: Date): Promise<void> {
    const record = recordOf(ctx, claims, expires);
    if (!record) return;
    try {
      await this.keep(ctx, record);
    } catch (thrown) {
      const err = toError(thrown);
      ctx.logger.error(new AuthError('the use of a session was not recorded', { err }));
    }
  }

  /** Removes a session whose cookie will not be sent. Never rejects. */
  async withdraw(ctx: SessionContext, claims: JWT): Promise<void> {
    const id = sessionIdOf(claims);
    if (ctx.config.session.registry && id !== undefined) await this.limit.withdraw(ctx, id);
  }

  private async keep({ config }: SessionContext, record: SessionRecord): Promise<void> {
    await callStore('session.revocation.record', config.timeoutMs, () =>
      config.session.registry?.record(record),
    );
  }
}

/** Creates the record; undefined if there is no registry, or no session id or user in the token. */
function recordOf(ctx: SessionContext, claims: JWT, expires: Date): SessionRecord | undefined {
  const id = sessionIdOf(claims);
  const userId = userKeyOf(claims);
  if (!ctx.config.session.registry || id === undefined || userId === undefined) return undefined;
  const createdAt = startOfSession(claims);
  return {
    id,
    userId: recordKey(ctx.config.realm, userId),
    createdAt,
    lastUsedAt: new Date(),
    expires,
    ...deviceOf(ctx),
  };
}
