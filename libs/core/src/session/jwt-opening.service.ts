import { Injectable } from '@nestjs/common';
import { hasOwnUsers } from '../config/own-users.js';
import type { SessionContext } from '../exchange/session-context.js';
import { FeaturesService } from '../feature/features.service.js';
import type { Account } from '../model/account.js';
import type { JWT } from '../model/jwt.js';
import type { User } from '../model/user.js';
import { sessionDirectory } from '../session-records/session-directory.js';
import { newSessionId, sessionIdOf } from '../session-records/session-id.js';
import {
  type Beginning,
  SessionRecordsService,
} from '../session-records/session-records.service.js';
import { OWN_USER_CLAIM, userKeyOf } from '../session-token/own-user.js';
import { SessionTokenService } from '../session-token/session-token.service.js';
import { withAuthTime } from '../session-token/token-life.js';
import { assertAccess } from './access-ended.js';
import { endedMeanwhile } from './ended-meanwhile.js';
import { clearFormerCookies } from './former-cookies.js';
import { JwtCallbackService } from './jwt-callback.service.js';
import { JwtRevocationService } from './jwt-revocation.service.js';
import { PresentedTokenService } from './presented-token.service.js';
import { clearSessionCookie, findSessionCookie, writeSessionCookie } from './session-cookie.js';
import type { SignedIn } from './session-strategy.port.js';
import { tokenMembers } from './token-members.js';
import { storedUserOf, withProofState } from './unproven-session.js';

/** Starts stateless sessions. */
@Injectable()
export class JwtOpeningService {
  constructor(
    private readonly presented: PresentedTokenService,
    private readonly tokens: SessionTokenService,
    private readonly callback: JwtCallbackService,
    private readonly revocations: JwtRevocationService,
    private readonly records: SessionRecordsService,
    private readonly features: FeaturesService,
  ) {}

  /** Starts a session at sign-in, and ends the browser's previous one: all, if it sent several. */
  async open(ctx: SessionContext, signedIn: SignedIn): Promise<string | undefined> {
    const { user, account, profile, isNewUser } = signedIn;
    const current = (await this.presented.find(ctx))?.claims;
    const replaced = await this.presented.findAll(ctx);
    const token = tokenMembers(user);
    const isNew = signedIn.continues !== true;
    const claimed = withUserKind(ctx, token, account);
    const stored = await storedUserOf(ctx, claimed, signedIn);
    if (isNew) assertAccess(ctx, stored);
    if (isNew) await this.revocations.assertAccess(ctx, claimed);
    const trigger = isNewUser === true ? 'signUp' : 'signIn';
    const params = { user, account, profile, isNewUser, trigger } as const;
    const claims = await this.callback.atSignIn(ctx, { token, ...params });
    const before = signedIn.continues && (await this.live(ctx, current, user));
    const facts = before ? this.features.kept(ctx.config, { claims: before }) : signedIn.facts;
    if (facts) await this.features.assertAlive(ctx, facts);
    if (claims === null) clearSessionCookie(ctx);
    else {
      const own = withUserKind(ctx, claims, account);
      const marked = { ...(await withProofState(ctx, own, stored)), ...facts?.claims };
      if (before) await this.goOn(ctx, marked, before);
      else await this.begin(ctx, marked, { provider: account.provider, replaced });
    }
    // Done last, so that a failure above leaves the browser's previous session intact.
    for (const one of replaced) await this.revocations.revoke(ctx, one);
    if (current && !findSessionCookie(ctx).isRepeated) clearFormerCookies(ctx);
    return claims ? userKeyOf(withUserKind(ctx, claims, account)) : undefined;
  }

  /** Gives the session a new id, so that it does not end with all earlier sessions of the user. */
  async reissue(ctx: SessionContext, provider?: string | null): Promise<void> {
    const opened = await this.presented.find(ctx);
    if (!opened) return;
    const sid = newSessionId(ctx.start);
    await this.begin(ctx, { ...opened.claims, sid }, { provider, replaced: [opened.claims] });
  }

  /**
   * Continues a session under a new id. The id contains when the session began, so that it ends
   * with all sessions of the user, even if they are ended at this moment.
   */
  private async goOn(ctx: SessionContext, claims: JWT, before: JWT): Promise<void> {
    const { registry } = ctx.config.session;
    const listed = registry ? await sessionDirectory(ctx.config).list(userKeyOf(before) ?? '') : [];
    const provider = listed.find(({ key }) => key === sessionIdOf(before))?.provider;
    const begun = this.revocations.rename(ctx, withAuthTime(ctx.config, claims, before), before);
    await this.begin(ctx, begun, { provider, replaced: [before], continues: true });
    if (!(await this.revocations.isRevoked(ctx, before))) return;
    await this.revocations.revoke(ctx, begun);
    throw endedMeanwhile();
  }

  /** Returns the claims of the session that continues. @throws {AccessDenied} if it has ended */
  private async live(ctx: SessionContext, claims: JWT | undefined, { id }: User): Promise<JWT> {
    if (!claims || userKeyOf(claims) !== id || (await this.revocations.isRevoked(ctx, claims))) {
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

/** Marks the token of a user whom `authorize` found in a list of the application. */
function withUserKind({ config }: SessionContext, claims: JWT, account: Account): JWT {
  const isStored = account.userId !== undefined || !hasOwnUsers(config, account.provider);
  return isStored ? claims : { ...claims, [OWN_USER_CLAIM]: true };
}
