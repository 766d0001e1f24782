import { Injectable } from '@nestjs/common';
import { isProven } from '../../../adapter/is-proven.js';
import type { User } from '../../../model/user.js';
import type { SessionContext } from '../../../request/context/session-context.js';
import { CurrentSessionService } from '../../../session/current/current-session.service.js';
import { canListSessions } from '../../../session/records/session-directory.js';
import type { WaysOf } from '../../../sign-in/way-in.js';
import { WaysInService } from '../../../sign-in/ways-in.service.js';
import {
  canNamePasskeys,
  passkeyProviders,
  PasskeysService,
} from '../../passkeys/passkeys.service.js';
import { UserSessionsService } from '../../session-list/user-sessions.service.js';
import { AccountOwnerService } from '../account-owner.service.js';
import type { AccountOverview } from './account-overview.js';
import { oauthProviders } from '../ways/linked-accounts.js';
import { canUnlink, LinkedAccountsService } from '../ways/linked-accounts.service.js';

/** Collects what a user sees of the own account. */
@Injectable()
export class AccountOverviewService {
  constructor(
    private readonly owners: AccountOwnerService,
    private readonly sessions: CurrentSessionService,
    private readonly accounts: LinkedAccountsService,
    private readonly passkeys: PasskeysService,
    private readonly ways: WaysInService,
    private readonly list: UserSessionsService,
  ) {}

  /** @returns null if nobody is signed in */
  async get(ctx: SessionContext): Promise<AccountOverview | null> {
    const owner = await this.owners.find(ctx);
    const user = owner ? null : (await this.sessions.read(ctx, 'server'))?.user;
    if (!owner && !user) return null;
    return {
      ...(owner ? await this.ofStored(owner) : { user: shown(user ?? {}), profile: [] }),
      ...(await this.sessionsOf(ctx)),
    };
  }

  private async ofStored(owner: WaysOf): Promise<AccountOverview> {
    const { ctx, adapter, user } = owner;
    const { config } = ctx;
    return {
      user: { ...shown(user), emailVerified: await isProven(adapter, user) },
      profile: adapter.has('updateUser') ? config.account.profile : [],
      ...(await this.amrOf(owner)),
    };
  }

  private async amrOf(
    owner: WaysOf,
  ): Promise<Pick<AccountOverview, 'accounts' | 'linkable' | 'passkeys'>> {
    const { ctx, adapter } = owner;
    const providers = oauthProviders(ctx.config);
    const hasPasskeys = passkeyProviders(ctx).length > 0 && adapter.has('deleteAuthenticator');
    const ways = await this.ways.list(owner);
    const accounts = canUnlink(owner) ? await this.accounts.list(owner, ways) : undefined;
    const isLinked = (id: string) => accounts?.some(({ provider }) => provider === id);
    const linkable = providers.filter(({ id }) => !isLinked(id));
    const passkeys = hasPasskeys ? await this.passkeys.list(owner) : undefined;
    const others = ways.filter(({ kind }) => kind !== 'passkey').length;
    const canRemove = others > 0 || (passkeys?.length ?? 0) > 1;
    const canRename = canNamePasskeys(adapter);
    return {
      ...(accounts && { accounts, linkable: linkable.map(({ id, name }) => ({ id, name })) }),
      ...(passkeys && { passkeys: passkeys.map((one) => ({ ...one, canRemove, canRename })) }),
    };
  }

  private async sessionsOf(ctx: SessionContext): Promise<Pick<AccountOverview, 'sessions'>> {
    if (!canListSessions(ctx.config)) return {};
    const asker = await this.list.askerOf(ctx);
    return asker ? { sessions: (await this.list.list(asker)).items } : {};
  }
}

function shown({ id, name, email, image }: User): AccountOverview['user'] {
  return {
    ...(id !== undefined && { id }),
    name: name ?? null,
    email: email ?? null,
    image: image ?? null,
  };
}
