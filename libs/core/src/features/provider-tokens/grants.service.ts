import { Injectable } from '@nestjs/common';
import { TokenRevocationService } from './token-revocation.service.js';
import type { ProviderGrant } from './provider-tokens.js';
import { isDue, type TokenPlace } from './refresh-rules.js';
import { secondsLeft, type StoredTokens } from './stored-tokens.js';

/** Number of write attempts when other requests change the account at the same time. */
const ROUNDS = 5;

const EMPTY = {
  access_token: null,
  refresh_token: null,
  expires_at: null,
  refreshStartedAt: null,
  refreshRefusedAt: null,
} as const;

/** Revokes the access that users have granted. */
@Injectable()
export class GrantsService {
  constructor(private readonly revocations: TokenRevocationService) {}

  /**
   * Removes the stored tokens, then revokes them at the provider.
   * @returns whether the provider revoked them
   * @throws {AdapterError} when they cannot be removed; nothing is revoked then
   */
  async revoke(place: TokenPlace, read: StoredTokens): Promise<boolean> {
    let row = read;
    for (let round = 1; !(await place.rows.advance(row, EMPTY)) && round < ROUNDS; round += 1) {
      const now = await place.rows.get(row);
      if (!now) break;
      row = now;
    }
    const { refreshToken, accessToken } = row;
    return this.revocations.revoke(place.config, place.provider, { refreshToken, accessToken });
  }
}

/** Returns the part of a grant that its user may see. */
export function toGrant(place: TokenPlace, row: StoredTokens): ProviderGrant {
  const { provider, providerAccountId, scopes, expiresAt } = row;
  return {
    provider,
    providerAccountId,
    scopes,
    expiresAt: expiresAt === undefined ? null : new Date(expiresAt * 1000),
    state: stateOf(place, row),
  };
}

function stateOf(place: TokenPlace, row: StoredTokens): ProviderGrant['state'] {
  if (row.refusedAt !== undefined) return 'refused';
  if (row.refreshToken !== undefined) return isDue(place, row) ? 'due' : 'usable';
  return secondsLeft(row) > 0 ? 'usable' : 'none';
}
