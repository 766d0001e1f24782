import { Injectable } from '@nestjs/common';
import { KeyringService } from '../crypto/keyring.service.js';
import type { OpenedToken } from '../crypto/open-jwe.js';
import { sealJwe } from '../crypto/seal-jwe.js';
import { isCurrent } from '../crypto/token-times.js';
import type { SessionContext } from '../exchange/session-context.js';
import type { JWT } from '../model/jwt.js';
import type { MaybePromise } from '../model/maybe-promise.js';
import { callUser } from '../model/call-user.js';
import { OpenedTokens } from './opened-tokens.js';
import { isOfRealm, realmClaim } from './realm-claim.js';

/** Issues and opens the tokens of stateless sessions, with the user's `jwt.encode` and `jwt.decode`. */
@Injectable()
export class SessionTokenService {
  private readonly opened = new OpenedTokens();

  constructor(private readonly keyrings: KeyringService) {}

  /** @returns null for anything that is not a session token of ours within its time */
  open(ctx: SessionContext, token: string): MaybePromise<OpenedToken | null> {
    const { jwt } = ctx.config;
    if (jwt.decode) return this.decodeWith(jwt.decode, ctx, token);
    const opened = this.opened.open(
      token,
      this.keyrings.get(jwt.secrets, this.salt(ctx)),
      jwt.cache,
    );
    return opened && isCurrent(opened.claims, Math.floor(Date.now() / 1000)) ? opened : null;
  }

  /** @param maxAgeSeconds - life of the token */
  async seal(ctx: SessionContext, claims: JWT, maxAgeSeconds: number): Promise<string> {
    const { jwt, realm } = ctx.config;
    const { encode } = jwt;
    const salt = this.salt(ctx);
    const token = { ...claims, ...realmClaim(realm) };
    if (!encode) return sealJwe(token, this.keyrings.get(jwt.secrets, salt), maxAgeSeconds);
    const params = { token, secret: [...jwt.secrets], salt, maxAge: maxAgeSeconds };
    return callUser(ctx.config, 'jwt.encode', () => encode.call(jwt, params));
  }

  private async decodeWith(
    decode: NonNullable<SessionContext['config']['jwt']['decode']>,
    ctx: SessionContext,
    token: string,
  ): Promise<OpenedToken | null> {
    const { jwt } = ctx.config;
    try {
      const params = { token, secret: [...jwt.secrets], salt: this.salt(ctx) };
      const claims = await callUser(ctx.config, 'jwt.decode', () => decode(params));
      return claims && isOfRealm(claims, ctx.config.realm) ? { claims, secretIndex: 0 } : null;
    } catch {
      return null;
    }
  }

  /** The name of the cookie, prefix included. @see docs/design/wire-contract.md JWT-3 */
  private salt(ctx: SessionContext): string {
    return ctx.cookieDefinitions.sessionToken.name;
  }
}
