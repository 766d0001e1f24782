import { Injectable } from '@nestjs/common';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import type { AuthContext } from '../exchange/auth-context.js';
import type { Slots } from '../feature/slots.js';
import { isOAuth, readAll } from './own-tokens.js';
import { TokenRevocationService } from './token-revocation.service.js';

type Removing = Slots['removing'];

/** Revokes tokens at their provider after their account has been removed here. */
@Injectable()
export class RemovedTokensService implements Removing {
  constructor(private readonly revocations: TokenRevocationService) {}

  /** Reads the tokens before the accounts are removed, since they cannot be read afterwards. */
  async begin(
    { config }: AuthContext,
    adapter: CompleteAdapter,
    userId: string,
  ): Promise<(() => Promise<void>) | undefined> {
    const { revokeAt, keep } = config.providerTokens;
    const hasTokens = keep !== 'drop' && [...config.providers.values()].some(isOAuth);
    if (revokeAt === 'never' || !hasTokens || !adapter.has('listAccountsByUserId')) {
      return undefined;
    }
    const found = await readAll(config, adapter, userId);
    return async () => {
      const revoked = found.map(({ place: { provider }, row }) =>
        this.revocations.revoke(config, provider, row),
      );
      await Promise.all(revoked);
    };
  }
}
