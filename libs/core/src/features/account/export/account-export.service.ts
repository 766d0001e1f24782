import { Injectable } from '@nestjs/common';
import type { AdapterUser } from '../../../adapter/adapter-rows.js';
import { FeaturesService } from '../../../feature-port/features.service.js';
import type { SessionContext } from '../../../request/context/session-context.js';
import { canListSessions } from '../../../session/records/session-directory.js';
import type { SessionSummary } from '../../../session/records/session-summary.js';
import { parseCursor, type SessionCursor } from '../../session-list/session-cursor.js';
import { UserSessionsService } from '../../session-list/user-sessions.service.js';
import { adapterOf } from '../adapter-of.js';
import {
  type AccountExport,
  exportedAccount,
  exportedPasskey,
  exportedUser,
} from './account-export.js';

/** Collects what is stored about a user. */
@Injectable()
export class AccountExportService {
  constructor(
    private readonly userSessions: UserSessionsService,
    private readonly features: FeaturesService,
  ) {}

  /** @throws {AdapterError | AuthError} if a store or a feature fails; nothing is left out */
  async export(ctx: SessionContext, user: AdapterUser): Promise<AccountExport> {
    const adapter = adapterOf(ctx);
    const { id } = user;
    const accounts = adapter.has('listAccountsByUserId')
      ? await adapter.listAccountsByUserId(id)
      : [];
    const passkeys = adapter.has('listAuthenticatorsByUserId')
      ? await adapter.listAuthenticatorsByUserId(id)
      : [];
    const sessions = await this.sessionsOf(ctx);
    return {
      exportedAt: new Date(Date.now()).toISOString(),
      user: exportedUser(user),
      accounts: accounts.map((account) => exportedAccount(adapter, account)),
      ...(sessions && { sessions }),
      passkeys: passkeys.map(exportedPasskey),
      features: await this.features.exports(ctx, user),
    };
  }

  private async sessionsOf(ctx: SessionContext): Promise<SessionSummary[] | undefined> {
    if (!canListSessions(ctx.config)) return undefined;
    const asker = await this.userSessions.askerOf(ctx);
    if (!asker) return undefined;
    const all: SessionSummary[] = [];
    let cursor: SessionCursor | null = null;
    do {
      const { items, next } = await this.userSessions.list(asker, cursor ?? undefined);
      all.push(...items);
      cursor = parseCursor(next);
    } while (cursor);
    return all;
  }
}
