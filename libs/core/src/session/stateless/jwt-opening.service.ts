import { Injectable } from '@nestjs/common';
import { hasOwnUsers } from '../../config/own-users.js';
import type { SessionContext } from '../../request/context/session-context.js';
import { FeaturesService } from '../../feature-port/features.service.js';
import type { Account } from '../../model/account.js';
import type { JWT } from '../../model/jwt.js';
import type { User } from '../../model/user.js';
import { sessionDirectory } from '../records/session-directory.js';
import { newSessionId, sessionIdOf } from '../records/session-id.js';
import { type Beginning, SessionRecordsService } from '../records/session-records.service.js';
import { OWN_USER_CLAIM, userKeyOf } from '../token/own-user.js';
import { sealProof } from '../token/proof-claims.js';
import type { SealedSession } from '../token/sealed-session.js';
import { SessionTokenService } from '../token/session-token.service.js';
import { withAuthTime } from '../token/token-life.js';
import { assertAccess } from '../strategy/access-ended.js';
import { endedMeanwhile } from '../strategy/ended-meanwhile.js';
import { JwtCallbackService } from './jwt-callback.service.js';
import { JwtRevocationService } from './jwt-revocation.service.js';
import { PresentedJwtService } from './presented-jwt.service.js';
import type { SignedIn } from '../strategy/session-strategy.port.js';
import { tokenMembers } from './token-members.js';
import { storedUserOf, withProofState } from './unproven-session.js';

/** Starts stateless sessions. */
@Injectable()
export class JwtOpeningService {
  constructor(
    private readonly presented: PresentedJwtService,
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
    let begun: Begun | undefined;
    if (claims) {
      const own = withUserKind(ctx, claims, account);
      const noted = { ...(await withProofState(ctx, own, stored)), ...facts?.claims };
      const marked = before ? noted : sealProof(ctx.config, noted);
      begun = before
        ? await this.goOn(ctx, marked, before)
        : await this.begin(ctx, marked, { provider: account.provider, replaced });
    }
    // Done last, so that a failure above leaves the browser's previous session intact.
    await this.replace(ctx, replaced, begun);
    if (current && !ctx.carrier.present().isRepeated) ctx.carrier.clearFormer();
    return claims ? userKeyOf(withUserKind(ctx, claims, account)) : undefined;
  }

  /**
   * Gives the session a new id, so that it does not end with all earlier sessions of the user. Its
   * record names no provider: nobody signed in at its new start. It shows the user as stored now.
   * @returns false if the session was signed out or ended by its id meanwhile
   * @see docs/design/security-bar.md CT7
   */
  async reissue(ctx: SessionContext): Promise<boolean> {
    const opened = await this.presented.find(ctx);
    if (!opened) return false;
    const shown = await this.callback.refresh(ctx, opened.claims, { state: 'stale' });
    if (!shown) {
      ctx.carrier.clear();
      return true;
    }
    const claims = { ...shown, sid: newSessionId(ctx.start) };
    const begun = await this.begin(ctx, claims, { replaced: [opened.claims] });
    // A sign-out at this moment ends the same id: one of the two is first.
    const goesOn = await this.revocations.leave(ctx, opened.claims);
    if (goesOn) ctx.carrier.write(begun.value, begun.expires);
    else await this.revocations.revoke(ctx, begun.claims);
    return goesOn;
  }

  /**
   * Continues a session under a new id. The id contains when the session began, so that it ends
   * with all sessions of the user, even if they are ended at this moment.
   */
  private async goOn(ctx: SessionContext, claims: JWT, before: JWT): Promise<Begun> {
    const { registry } = ctx.config.session;
    const listed = registry ? await sessionDirectory(ctx.config).list(userKeyOf(before) ?? '') : [];
    const provider = listed.find(({ key }) => key === sessionIdOf(before))?.provider;
    const begun = this.revocations.rename(ctx, withAuthTime(ctx.config, claims, before), before);
    const replaced = [before];
    const session = await this.begin(ctx, begun, { provider, replaced, continues: true });
    // A sign-out at this moment revokes the same id: one of the two is first.
    const isOver = await this.revocations.isRevoked(ctx, before);
    if (!isOver && (await this.revocations.revoke(ctx, before))) return session;
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

  private async begin(ctx: SessionContext, claims: JWT, beginning: Beginning): Promise<Begun> {
    const identified = this.revocations.identify(ctx, withAuthTime(ctx.config, claims));
    const sealed = await this.tokens.seal(ctx, identified);
    await this.records.begin(ctx, identified, { ...beginning, expires: sealed.expires });
    return { ...sealed, claims: identified };
  }

  /**
   * Ends the browser's previous sessions, and only then changes its cookies.
   * @param begun - undefined if a callback refused the new session
   * @throws {AuthError} if the store fails; the new session is then withdrawn
   */
  private async replace(
    ctx: SessionContext,
    replaced: readonly JWT[],
    begun: Begun | undefined,
  ): Promise<void> {
    try {
      for (const one of replaced) await this.revocations.revoke(ctx, one);
    } catch (thrown) {
      if (begun) await this.records.withdraw(ctx, begun.claims);
      throw thrown;
    }
    if (begun) ctx.carrier.write(begun.value, begun.expires);
    else ctx.carrier.clear();
  }
}

/** A session that has begun, whose cookie is still to be set. */
interface Begun extends SealedSession {
  readonly claims: JWT;
}

/** Marks the token of a user whom `authorize` found in a list of the application. */
function withUserKind({ config }: SessionContext, claims: JWT, account: Account): JWT {
  const isStored = account.userId !== undefined || !hasOwnUsers(config, account.provider);
  return isStored ? claims : { ...claims, [OWN_USER_CLAIM]: true };
}
