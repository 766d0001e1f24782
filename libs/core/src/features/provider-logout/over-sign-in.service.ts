import { Injectable } from '@nestjs/common';
import type { ActionContext } from '../../request/context/action-context.js';
import type { Slots } from '../../feature-port/slots.js';
import type { VerifiedIdentity } from '../../feature-port/verified-identity.js';
import { GrantedTokensService } from './granted-tokens.service.js';
import { idTokenOf, sessionAtProvider } from './session-at-provider.js';
import { LogoutMarksService } from './logout-marks.service.js';

type Failed = Slots['failed'];

/**
 * Clears what a failed sign-in has stored of a session that the provider has ended meanwhile. The
 * notice may have looked for tokens before the sign-in stored them.
 * @see docs/design/decisions.md 41, 42
 */
@Injectable()
export class OverSignInService implements Failed {
  constructor(
    private readonly marks: LogoutMarksService,
    private readonly granted: GrantedTokensService,
  ) {}

  async run({ config }: ActionContext, identity: VerifiedIdentity): Promise<void> {
    const facts = sessionAtProvider(config, idTokenOf(identity));
    if (!facts) return;
    // If the marks cannot be read, tokens from before would be lost too; a refresh asks again.
    const hasEnded = await this.marks.hasEnded(config, facts).catch(() => false);
    if (hasEnded) await this.granted.clearAccount(config, identity.account, noticeOf(identity));
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
