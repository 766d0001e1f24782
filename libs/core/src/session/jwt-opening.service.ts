import { Injectable } from '@nestjs/common';
import type { SessionContext } from '../exchange/session-context.js';
import type { JWT } from '../model/jwt.js';
import type { User } from '../model/user.js';
import {
  factsIn,
  type ProviderFacts,
  providerFacts,
  withFacts,
} from '../session-records/provider-facts.js';
import { ProviderMarksService } from '../session-records/provider-marks.service.js';
import { newSessionId } from '../session-records/session-id.js';
import {
  type Beginning,
  SessionRecordsService,
} from '../session-records/session-records.service.js';
import { SessionTokenService } from '../session-token/session-token.service.js';
import { withAuthTime } from '../session-token/token-life.js';
import { endedMeanwhile } from './ended-meanwhile.js';
import { JwtCallbackService } from './jwt-callback.service.js';
import { JwtRevocationService } from './jwt-revocation.service.js';
import { PresentedTokenService } from './presented-token.service.js';
import { clearSessionCookie, writeSessionCookie } from './session-cookie.js';
import type { SignedIn } from './session-strategy.port.js';
import { tokenMembers } from './token-members.js';
import { withProofState } from './unproven-session.js';

/** Starts stateless sessions. */
@Injectable()
export class JwtOpeningService {
  constructor(
    private readonly presented: PresentedTokenService,
    private readonly tokens: SessionTokenService,
    private readonly callback: JwtCallbackService,
    private readonly revocations: JwtRevocationService,
    private readonly records: SessionRecordsService,
    private readonly marks: ProviderMarksService,
  ) {}

  /** Starts a session at sign-in, and ends the browser's previous one. */
  async open(ctx: SessionContext, signedIn: SignedIn): Promise<string | undefined> {
    const { user, account, profile, isNewUser } = signedIn;
    const replaced = (await this.presented.find(ctx))?.claims;
    const token = tokenMembers(user);
    const trigger = isNewUser === true ? 'signUp' : 'signIn';
    const params = { user, account, profile, isNewUser, trigger } as const;
    const claims = await this.callback.atSignIn(ctx, { token, ...params });
    const before = signedIn.continues && (await this.live(ctx, replaced, user));
    const facts = keptFacts(ctx, before) ?? providerFacts(ctx.config, signedIn.idToken);
    await this.marks.assertAlive(ctx.config, facts);
    if (claims === null) clearSessionCookie(ctx);
    else {
      const provider = facts?.provider ?? account.provider;
      const marked = withFacts(await withProofState(ctx, claims, signedIn), facts);
      await this.begin(ctx, withAuthTime(ctx.config, marked, before), { provider, replaced });
    }
    // Done last, so that a failure above leaves the browser's previous session intact.
    if (replaced) await this.revocations.revoke(ctx, replaced);
    return claims?.sub;
  }

  /** Gives the session a new id, so that it does not end with all earlier sessions of the user. */
  async reissue(ctx: SessionContext, provider?: string | null): Promise<void> {
    const opened = await this.presented.find(ctx);
    // In the next millisecond, since sessions that began in this one have ended too.
    const sid = newSessionId(Date.now() + 1);
    if (!opened) return;
    await this.begin(ctx, { ...opened.claims, sid }, { provider, replaced: opened.claims });
  }

  /** Returns the claims of the session that continues. @throws {AccessDenied} if it has ended */
  private async live(ctx: SessionContext, claims: JWT | undefined, { id }: User): Promise<JWT> {
    if (claims?.sub !== id || !claims || (await this.revocations.isRevoked(ctx, claims))) {
      throw endedMeanwhile();
    }
    return claims;
  }

  private async begin(ctx: SessionContext, claims: JWT, beginning: Beginning): Promise<void> {
    const identified = this.revocations.identify(ctx, withAuthTime(ctx.config, claims));
    const { value, expires } = await this.tokens.seal(ctx, identified);
    await this.records.begin(ctx, identified, { ...beginning, expires });
    writeSessionCookie(ctx, value, expires);
  }
}

/** Returns the facts that a session keeps when it continues under a new token. */
function keptFacts({ config }: SessionContext, before?: JWT): ProviderFacts | undefined {
  return before && config.providerNotices === 'on' ? factsIn(before) : undefined;
}
