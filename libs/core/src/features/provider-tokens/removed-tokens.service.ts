import { Injectable } from '@nestjs/common';
import type { AdapterAccount } from '../../adapter/adapter-rows.js';
import type { CompleteAdapter } from '../../adapter/complete-adapter.js';
import type { ResolvedAuthConfig } from '../../config/resolved-auth-config.js';
import type { ActionContext } from '../../request/context/action-context.js';
import type { RemovalReason, Slots } from '../../feature-port/slots.js';
import { isOAuth, placeOf, readAll } from './own-tokens.js';
import { TokenRevocationService } from './token-revocation.service.js';

type Removing = Slots['removing'];

/** Revokes tokens at their provider after their account has been removed here. */
@Injectable()
export class RemovedTokensService implements Removing {
  constructor(private readonly revocations: TokenRevocationService) {}

  /** Reads the tokens before the accounts are removed, since they cannot be read afterwards. */
  async begin(
    { config }: ActionContext,
    adapter: CompleteAdapter,
    userId: string,
    reason: RemovalReason,
  ): Promise<(() => Promise<void>) | undefined> {
    const hasTokens = [...config.providers.values()].some(isOAuth);
    if (!revokes(config) || !hasTokens || !adapter.has('listAccountsByUserId')) {
      return undefined;
    }
    const found = await readAll(config, adapter, userId);
    return async () => {
      // After the undo of a change of address, the accounts from before it stay linked.
      const left = reason === 'deletion' ? [] : await adapter.listAccountsByUserId(userId);
      const gone = found.filter(({ row }) => !left.some((account) => isOf(account, row)));
      const revoked = gone.map(({ place: { provider }, row }) =>
        this.revocations.revoke(config, provider, row),
      );
      await Promise.all(revoked);
    };
  }

  /** Revokes the tokens of one account that was removed. Never rejects; a failure is logged. */
  async revoke(
    config: ResolvedAuthConfig,
    adapter: CompleteAdapter,
    account: AdapterAccount,
  ): Promise<void> {
    const provider = config.providers.get(account.provider);
    if (!revokes(config) || !isOAuth(provider)) return;
    const row = placeOf(config, adapter, provider).rows.read(account, account.userId);
    await this.revocations.revoke(config, provider, row);
  }
}

function isOf(
  { provider, providerAccountId }: AdapterAccount,
  row: Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
): boolean {
  return row.provider === provider && row.providerAccountId === providerAccountId;
}

function revokes({ providerTokens: { revokeAt, keep } }: ResolvedAuthConfig): boolean {
  return revokeAt !== 'never' && keep !== 'drop';
}
