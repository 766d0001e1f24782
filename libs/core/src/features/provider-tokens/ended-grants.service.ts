import { Injectable } from '@nestjs/common';
import {
  ProviderTokenMissing,
  ProviderTokenUnavailable,
} from '../../errors/provider-token.errors.js';
import { toError } from '../../errors/to-error.js';
import { GrantedTokensService } from '../provider-logout/granted-tokens.service.js';
import { sessionAtProvider } from '../provider-logout/session-at-provider.js';
import { LogoutMarksService } from '../provider-logout/logout-marks.service.js';
import { storedClaims } from '../provider-logout/stored-claims.js';
import type { TokenPlace } from './refresh-rules.js';
import type { StoredTokens } from './stored-tokens.js';

/**
 * Refreshes no tokens of a session that the provider has ended. A notice cannot find the account of
 * a stateless session by its `sid` alone, nor by a `sub` that is not the account's id; but the
 * account's ID token finds the mark of the notice.
 * @see docs/design/decisions.md 44
 */
@Injectable()
export class EndedGrantsService {
  constructor(
    private readonly marks: LogoutMarksService,
    private readonly granted: GrantedTokensService,
  ) {}

  /**
   * Makes one look-up if the provider may end sessions.
   * @throws {ProviderTokenMissing} if the session has ended; the tokens are cleared then
   * @throws {ProviderTokenUnavailable} if the store fails
   */
  async assertAlive(place: TokenPlace, row: StoredTokens): Promise<void> {
    if (await this.clearEnded(place, row)) {
      throw new ProviderTokenMissing('not-stored', place.provider.id);
    }
  }

  private async clearEnded({ config, provider }: TokenPlace, row: StoredTokens): Promise<boolean> {
    const { idToken, scopes } = row;
    if (!provider.backchannelLogout || !idToken || scopes.includes('offline_access')) return false;
    const claims = await storedClaims(idToken);
    const facts = sessionAtProvider(config, { provider: provider.id, claims });
    try {
      // A refreshed ID token may lack the `sid`; then only a notice about all of a user's sessions
      // counts, as when a notice clears tokens itself.
      if (!facts || !(await this.marks.hasEnded(config, { session: '', ...facts }))) return false;
      const { time } = facts;
      await this.granted.clearAccount(config, row, { time });
      return true;
    } catch (thrown) {
      throw new ProviderTokenUnavailable(provider.id, undefined, { err: toError(thrown) });
    }
  }
}
