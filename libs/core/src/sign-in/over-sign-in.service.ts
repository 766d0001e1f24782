import { Injectable } from '@nestjs/common';
import { AuthError } from '../errors/auth.error.js';
import { toError } from '../errors/to-error.js';
import type { AuthContext } from '../exchange/auth-context.js';
import { GrantedTokensService } from '../session-records/granted-tokens.service.js';
import { providerFacts } from '../session-records/provider-facts.js';
import { ProviderMarksService } from '../session-records/provider-marks.service.js';
import { idTokenOf, type VerifiedIdentity } from './sign-in-flow.port.js';

/**
 * Clears what a failed sign-in has stored of a session that the provider has ended meanwhile. The
 * notice may have looked for tokens before the sign-in stored them.
 * @see docs/design/decisions.md 41, 42
 */
@Injectable()
export class OverSignInService {
  constructor(
    private readonly marks: ProviderMarksService,
    private readonly granted: GrantedTokensService,
  ) {}

  /** Never rejects: the sign-in has failed already, and the caller throws its error. */
  async clear(ctx: AuthContext, identity: VerifiedIdentity): Promise<void> {
    const { config, logger } = ctx;
    const facts = providerFacts(config, idTokenOf(identity));
    if (!facts) return;
    try {
      // If the marks cannot be read, tokens from before would be lost too; a refresh asks again.
      const hasEnded = await this.marks.hasEnded(config, facts).catch(() => false);
      if (hasEnded) await this.granted.clearAccount(config, identity.account, noticeOf(identity));
    } catch (thrown) {
      const err = toError(thrown);
      logger.error(new AuthError('the tokens of an ended session were not cleared', { err }));
    }
  }
}

/** A notice that fits the tokens of this sign-in, and not those of a later one. */
function noticeOf({ claims = {} }: VerifiedIdentity) {
  const { sid, sub, iat } = claims;
  return {
    ...(typeof sid === 'string' && { sid }),
    ...(typeof sub === 'string' && { sub }),
    time: Math.floor(Number(iat)),
  };
}
