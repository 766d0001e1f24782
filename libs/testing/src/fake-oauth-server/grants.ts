import { createHash, randomBytes } from 'node:crypto';
import { RefusedRequest } from './refused-request.js';

/** The authorization request that a code was issued for. */
export interface Grant {
  readonly redirectUri: string;
  readonly scope: string;
  readonly nonce?: string;
  readonly challenge?: string;
}

/** The refresh tokens from one sign-in. They are revoked together. */
interface Family {
  readonly grant: Grant;
  isOver: boolean;
}

/** The codes and tokens that a provider issued. */
export class Grants {
  private readonly codes = new Map<string, Grant>();
  private readonly accessTokens = new Set<string>();
  private readonly refreshTokens = new Map<string, { family: Family; isSpent: boolean }>();

  /** @returns a code that can be redeemed once */
  issueCode(grant: Grant): string {
    const code = `code-${randomBytes(16).toString('hex')}`;
    this.codes.set(code, grant);
    return code;
  }

  /**
   * @param form - the form of the token request
   * @throws {RefusedRequest} if the code is unknown or used, or redirect URI or verifier is wrong
   * @see RFC 6749 section 4.1.3; RFC 7636 section 4.6
   */
  redeem(form: URLSearchParams): Grant {
    if (form.get('grant_type') !== 'authorization_code') {
      throw new RefusedRequest('unsupported_grant_type', 'only authorization_code is supported');
    }
    const code = form.get('code') ?? '';
    const grant = this.codes.get(code);
    this.codes.delete(code);
    if (!grant) throw new RefusedRequest('invalid_grant', 'the code is unknown or was used');
    if (form.get('redirect_uri') !== grant.redirectUri) {
      throw new RefusedRequest('invalid_grant', 'redirect_uri differs from the requested one');
    }
    const verifier = form.get('code_verifier') ?? undefined;
    if (grant.challenge !== (verifier && challengeOf(verifier))) {
      throw new RefusedRequest('invalid_grant', 'code_verifier does not match the challenge');
    }
    return grant;
  }

  /** @returns a refresh token, in a new family unless one is given */
  issueRefreshToken(grant: Grant, family: Family = { grant, isOver: false }): string {
    const token = `rt-${randomBytes(16).toString('hex')}`;
    this.refreshTokens.set(token, { family, isSpent: false });
    return token;
  }

  /**
   * @param spend - whether a new token replaces the used one; a second use then revokes its family
   * @throws {RefusedRequest} if the token is unknown, used or revoked
   * @see RFC 9700 section 4.14.2
   */
  refresh(form: URLSearchParams, spend: boolean): { grant: Grant; refreshToken?: string } {
    const known = this.refreshTokens.get(form.get('refresh_token') ?? '');
    if (known?.isSpent) known.family.isOver = true;
    if (!known || known.family.isOver) {
      throw new RefusedRequest('invalid_grant', 'the refresh token is unknown, used or revoked');
    }
    const { family } = known;
    const { grant } = family;
    if (!spend) return { grant };
    known.isSpent = true;
    return { grant, refreshToken: this.issueRefreshToken(grant, family) };
  }

  /** Revokes a token, and the family of a refresh token. @see RFC 7009 section 2.1 */
  revoke(token: string): void {
    this.accessTokens.delete(token);
    const known = this.refreshTokens.get(token);
    if (known) known.family.isOver = true;
  }

  /** @returns an access token that userinfo accepts */
  issueAccessToken(): string {
    const token = `at-${randomBytes(16).toString('hex')}`;
    this.accessTokens.add(token);
    return token;
  }

  /** @param authorization - header value. @throws {RefusedRequest} if its token is unknown */
  assertBearer(authorization = ''): void {
    const [, token = ''] = /^Bearer (\S+)$/i.exec(authorization) ?? [];
    if (!this.accessTokens.has(token)) {
      throw new RefusedRequest('invalid_token', 'the access token is unknown');
    }
  }
}

function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}
