import { Injectable, NotFoundException } from '@nestjs/common';
import type { AdapterAccount } from '../../../adapter/adapter-rows.js';
import { MissingAdapterMethods } from '../../../errors/configuration.errors.js';
import { EventsService } from '../../../events/events.service.js';
import { FeaturesService } from '../../../feature-port/features.service.js';
import { CurrentSessionService } from '../../../session/current/current-session.service.js';
import type { WayIn, WaysOf } from '../../../sign-in/way-in.js';
import { WaysInService } from '../../../sign-in/ways-in.service.js';
import { RemovedTokensService } from '../../provider-tokens/removed-tokens.service.js';
import { OtherSessionsService } from '../../session-list/other-sessions.service.js';
import { keepProofAtRemoval } from './keep-proof-at-removal.js';
import {
  isLinkable,
  isWay,
  linkedAtOf,
  type LinkedAccount,
  publicAccountIds,
  removalOfAccount,
  withoutTokens,
} from './linked-accounts.js';

/** Which account is unlinked. */
export interface AccountToUnlink {
  /** Id of the provider. */
  readonly provider: string;
  /** As {@link LinkedAccount} has it. */
  readonly id: string;
}

/** Lists and unlinks the accounts of a user at OAuth and OpenID providers. */
@Injectable()
export class LinkedAccountsService {
  constructor(
    private readonly sessions: CurrentSessionService,
    private readonly ways: WaysInService,
    private readonly features: FeaturesService,
    private readonly events: EventsService,
    private readonly tokens: RemovedTokensService,
    private readonly others: OtherSessionsService,
  ) {}

  /** @param ways - all ways in which the user can sign in */
  async list(owner: WaysOf, ways?: readonly WayIn[]): Promise<LinkedAccount[]> {
    const accounts = await accountsOf(owner);
    const known = ways ?? (await this.ways.list(owner));
    const { providers } = owner.ctx.config;
    return accounts.map((account) => ({
      id: publicAccountIds(owner.ctx.config, account)[0] ?? '',
      provider: account.provider,
      name: providers.get(account.provider)?.name ?? account.provider,
      ...linkedAtOf(owner.adapter, account),
      canUnlink: !known.every((way) => isWay(account, way)),
    }));
  }

  /**
   * Unlinks an account. The session of the request continues; others end, or it stays linked.
   * @throws {FreshAuthRequired} if it is too long since the user proved who they are
   * @throws {NotFoundException} if the user has no such account
   * @throws {LastWayIn} if it is the only way in which the user can sign in
   */
  async unlink(owner: WaysOf, { provider, id }: AccountToUnlink): Promise<void> {
    const { ctx, adapter } = owner;
    await this.sessions.assertFresh(ctx);
    const account = (await accountsOf(owner)).find(
      (one) => one.provider === provider && publicAccountIds(ctx.config, one).includes(id),
    );
    if (!account) throw new NotFoundException('there is no such account');
    const proven = { ...owner, user: await keepProofAtRemoval(owner, account) };
    const removal = removalOfAccount(proven, account);
    await this.ways.remove(proven, removal);
    await this.others.endOrRestore(ctx, proven.user.id, removal);
    // Nothing else may say any longer that the address is proven, to which a mail goes.
    const { user } = proven;
    ctx.logger.info('account unlinked', { provider, userId: user.id });
    await this.features.wayChanged(ctx, { user, done: 'removed', kind: 'account', provider });
    await this.events.emit(ctx, 'unlinkAccount', { user, account: withoutTokens(account) });
    await this.tokens.revoke(ctx.config, adapter, account);
  }
}

/** Whether accounts can be listed and unlinked. */
export function canUnlink({ adapter }: Pick<WaysOf, 'adapter'>): boolean {
  return adapter.has('listAccountsByUserId') && adapter.has('unlinkAccount');
}

/** @throws {MissingAdapterMethods} */
async function accountsOf(owner: WaysOf): Promise<AdapterAccount[]> {
  if (!canUnlink(owner)) {
    throw new MissingAdapterMethods(
      'adapter: unlinking needs `listAccountsByUserId` and `unlinkAccount`',
    );
  }
  return (await owner.adapter.listAccountsByUserId(owner.user.id)).filter(isLinkable);
}
