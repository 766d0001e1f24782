import { createHash, randomBytes } from 'node:crypto';
import { RefusedRequest } from './refused-request.js';

/** What a code stands for: the authorization request that it came of. */
export interface Grant {
  readonly redirectUri: string;
  readonly scope: string;
  readonly nonce?: string;
  readonly challenge?: string;
}

/** The codes and access tokens that a provider gave away. */
export class Grants {
  private readonly codes = new Map<string, Grant>();
  private readonly accessTokens = new Set<string>();

  /** @returns a code; it can be redeemed once */
  issueCode(grant: Grant): string {
    const code = `code-${randomBytes(16).toString('hex')}`;
    this.codes.set(code, grant);
    return code;
  }

  /**
   * @param form - of the token request
   * @throws {RefusedRequest} when the code is unknown or used, or redirect URI or verifier are wrong
   * @see RFC 6749 section 4.1.3; RFC 7636 section 4.6
   */
  redeem(form: URLSearchParams): Grant {
    if (form.get('grant_type') !== 'authorization_code') {
      throw new RefusedRequest('unsupported_grant_type', 'only authorization_code is known');
    }
    const code = form.get('code') ?? '';
    const grant = this.codes.get(code);
    this.codes.delete(code);
    if (!grant) throw new RefusedRequest('invalid_grant', 'the code is unknown or was used');
    if (form.get('redirect_uri') !== grant.redirectUri) {
      throw new RefusedRequest('invalid_grant', 'redirect_uri is not that of the request');
    }
    const verifier = form.get('code_verifier') ?? undefined;
    if (grant.challenge !== (verifier && challengeOf(verifier))) {
      throw new RefusedRequest('invalid_grant', 'code_verifier does not belong to the challenge');
    }
    return grant;
  }

  /** @returns an access token that userinfo accepts */
  issueAccessToken(): string {
    const token = `at-${randomBytes(16).toString('hex')}`;
    this.accessTokens.add(token);
    return token;
  }

  /** @param authorization - the header. @throws {RefusedRequest} when it is no access token of ours */
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
