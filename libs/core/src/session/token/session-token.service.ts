import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ResolvedJwt } from '../../config/options/jwt.js';
import type { ResolvedAuthConfig } from '../../config/resolved-auth-config.js';
import { KeyringService } from '../../crypto/keyring.service.js';
import type { OpenedToken } from '../../crypto/open-jwe.js';
import { Timeout } from '../../errors/internal.errors.js';
import { sealJwe } from '../../crypto/seal-jwe.js';
import { isCurrent, isFromFuture } from '../../crypto/token-times.js';
import type { SessionContext } from '../../request/context/session-context.js';
import { reportMismatch, reportUnopened } from '../../logging/other-instances.js';
import type { JWT } from '../../model/jwt.js';
import type { MaybePromise } from '../../model/maybe-promise.js';
import { callUser } from '../../model/call-user.js';
import { OpenedTokens } from './opened-tokens.js';
import { isOwnUser, OWN_USER_CLAIM } from './own-user.js';
import { ownUserProviders } from '../../config/own-users.js';
import { isOfRealm, realmClaim } from './realm-claim.js';
import type { SealedSession } from './sealed-session.js';
import { endOfLife, nowSeconds } from './token-life.js';

/** Issues and opens the tokens of stateless sessions, with `jwt.encode` and `jwt.decode` if set. */
@Injectable()
export class SessionTokenService {
  private readonly opened = new OpenedTokens();

  constructor(private readonly keyrings: KeyringService) {}

  /** @returns null if it is not one of our session tokens, or is not currently valid */
  open(ctx: SessionContext, token: string): MaybePromise<OpenedToken | null> {
    const { config } = ctx;
    const { jwt } = config;
    if (jwt.decode) return this.decodeWith(jwt.decode, ctx, token);
    const keyring = this.keyrings.get(jwt.secrets, this.salt(ctx));
    const opened = this.opened.open(token, keyring, jwt.cache);
    const now = nowSeconds();
    if (opened && isCurrent(opened.claims, now)) return withoutForeign(config, opened);
    if (!opened) reportUnopened(config, token, keyring);
    else if (isFromFuture(opened.claims, now)) reportMismatch(config, 'clock-behind');
    return null;
  }

  /** Issues a token with the lifetime in the current configuration. */
  async seal(ctx: SessionContext, claims: JWT): Promise<SealedSession> {
    const now = nowSeconds();
    const { tokenEnd, sessionEnd } = endOfLife(ctx.config, claims, now);
    const value = await this.encode(ctx, claims, tokenEnd - now);
    return { value, expires: new Date(sessionEnd * 1000) };
  }

  private async encode(ctx: SessionContext, claims: JWT, maxAgeSeconds: number): Promise<string> {
    const { jwt, realm } = ctx.config;
    const { encode } = jwt;
    const salt = this.salt(ctx);
    const token = { ...claims, ...realmClaim(realm) };
    if (!encode) {
      const keyring = this.keyrings.get(jwt.secrets, salt);
      return sealJwe({ ...token, jti: randomUUID() }, keyring, maxAgeSeconds);
    }
    const params = { token, secret: secretOf(jwt), salt, maxAge: maxAgeSeconds };
    return callUser(ctx.config, 'jwt.encode', () => encode.call(jwt, params));
  }

  /** @throws {Timeout} if it does not respond */
  private async decodeWith(
    decode: NonNullable<SessionContext['config']['jwt']['decode']>,
    ctx: SessionContext,
    token: string,
  ): Promise<OpenedToken | null> {
    const { jwt } = ctx.config;
    try {
      const params = { token, secret: secretOf(jwt), salt: this.salt(ctx) };
      const claims = await callUser(ctx.config, 'jwt.decode', () => decode(params));
      const isOurs = claims && isOfRealm(claims, ctx.config.realm);
      return isOurs ? withoutForeign(ctx.config, { claims, secretIndex: 0 }) : null;
    } catch (thrown) {
      // What could not be checked is not signed out. Any other error means an invalid token.
      if (thrown instanceof Timeout) throw thrown;
      return null;
    }
  }

  /** The name of the cookie, including its prefix. @see docs/design/wire-contract.md JWT-3 */
  private salt(ctx: SessionContext): string {
    return ctx.cookieDefinitions.sessionToken.name;
  }
}

/**
 * Removes the claim of users outside the adapter if there are none: another application with the same
 * secret may let clients add claims, and nothing would end such a session.
 * @see docs/design/security-bar.md ID28
 */
function withoutForeign(config: ResolvedAuthConfig, opened: OpenedToken): OpenedToken {
  if (!isOwnUser(opened.claims) || !config.adapter || ownUserProviders(config).length > 0) {
    return opened;
  }
  const { [OWN_USER_CLAIM]: _, ...claims } = opened.claims;
  return { ...opened, claims };
}

/**
 * Returns the secret in the form in which it was configured. A function written for a string would
 * make a key without a secret of a list, as `Buffer.from` does.
 */
function secretOf({ secret }: ResolvedJwt): string | string[] {
  return typeof secret === 'string' ? secret : [...secret];
}
