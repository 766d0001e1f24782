import { Injectable, UnauthorizedException } from '@nestjs/common';
import type { ResolvedAuthConfig } from '../../config/resolved-auth-config.js';
import { AuthError } from '../../errors/auth.error.js';
import { SessionRequired } from '../../errors/sign-in.errors.js';
import type { PlatformRequest } from '../../request/platform/platform-request.js';
import { CurrentSessionService } from '../../session/current/current-session.service.js';
import { refuseStale } from '../../sign-in/refuse-stale.js';
import { AccountRequestsService, type Exchange } from './account-requests.service.js';
import {
  AddressRequestService,
  type AddressRequestOutcome,
} from './address/address-request.service.js';
import { UserDeletionService } from './deletion/user-deletion.service.js';
import type { AccountExport } from './export/account-export.js';
import { AccountExportService } from './export/account-export.service.js';

/** Changes, exports and deletes the account of a request's user, as the endpoints do. */
@Injectable()
export class AccountChangesService {
  constructor(
    private readonly requests: AccountRequestsService,
    private readonly sessions: CurrentSessionService,
    private readonly addresses: AddressRequestService,
    private readonly exports: AccountExportService,
    private readonly deletions: UserDeletionService,
  ) {}

  changeEmail(exchange: Exchange, email: string): Promise<AddressRequestOutcome> {
    return this.requests.act(exchange, { action: 'account/email' }, async (ctx, user) => {
      assertOn(ctx, 'changeEmail');
      await this.sessions.assertFresh(ctx);
      return this.addresses.request(ctx, user, email);
    });
  }

  async exportData(request: PlatformRequest): Promise<AccountExport> {
    const { ctx, user } = await this.requests.owner(request);
    await refuseStale(ctx, () => this.sessions.assertFresh(ctx));
    return this.exports.export(ctx, user);
  }

  deleteUser(exchange: Exchange): Promise<void> {
    return this.requests.act(exchange, { action: 'account/delete' }, async (ctx, user) => {
      assertOn(ctx, 'deletion');
      await this.sessions.assertFresh(ctx);
      try {
        await this.deletions.delete(ctx, user);
      } catch (thrown) {
        // The session has ended meanwhile.
        throw thrown instanceof SessionRequired ? new UnauthorizedException() : thrown;
      }
    });
  }
}

/** What these need of the adapter is checked at startup, if the option is set. */
function assertOn(
  { config }: { readonly config: ResolvedAuthConfig },
  option: 'changeEmail' | 'deletion',
): void {
  if (config.account[option] === false) throw new AuthError(`set the option \`account.${option}\``);
}
