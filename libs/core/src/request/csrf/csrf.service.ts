import { Injectable } from '@nestjs/common';
import { constantTimeEqual, digestsEqual, sha256Hex } from '../../crypto/digests.js';
import { joinedSecrets } from '../../crypto/joined-secrets.js';
import { pooledRandom } from '../../crypto/pooled-random.js';
import { InvalidRequest } from '../../errors/internal.errors.js';
import { MissingCSRF } from '../../errors/sign-in.errors.js';
import type { Secrets } from '../../crypto/realm-secrets.js';
import type { SessionContext } from '../context/session-context.js';
import { reportUnknownSecret } from '../../logging/other-instances.js';

/** The token of a browser, and whether the request contained it. */
export interface CsrfState {
  readonly token: string;
  readonly presented: boolean;
}

/**
 * Issues and checks the double-submit token: a cookie contains it together with a hash of it and
 * the secret, and a form repeats it.
 * @see docs/design/wire-contract.md 5
 */
@Injectable()
export class CsrfService {
  /** Returns the browser's token, or issues a new one. Undefined if the check is off. */
  establish(ctx: SessionContext): CsrfState | undefined {
    if (ctx.config.csrf === 'skip') return undefined;
    const cookie = ctx.cookies.get(ctx.cookieDefinitions.csrfToken.name);
    const token = cookie === undefined ? undefined : tokenOf(cookie, ctx.config.secrets);
    if (cookie !== undefined && token === undefined && FORM.test(cookie)) {
      reportUnknownSecret(ctx.config);
    }
    return token === undefined
      ? { token: this.issue(ctx), presented: false }
      : { token, presented: true };
  }

  /** Issues a new token to the browser. Sign-in and sign-out do so to make the old one invalid. */
  issue(ctx: SessionContext): string {
    const token = pooledRandom(32).toString('hex');
    if (ctx.config.csrf !== 'skip') {
      ctx.cookies.set(
        ctx.cookieDefinitions.csrfToken,
        `${token}|${hashOf(token, ctx.config.secrets.join(','))}`,
      );
    }
    return token;
  }

  /**
   * Checks the token in a form.
   * @throws {MissingCSRF} if the form does not repeat the token in the cookie
   * @throws {InvalidRequest} if the field is not a string, is repeated, or is in the URL
   */
  assertVerified({ request }: SessionContext, state: CsrfState | undefined): void {
    if (state === undefined) return;
    // Only this field is read: the whole body is not parsed before its sender is verified.
    const { fields } = request;
    const sent = fields?.get('csrfToken');
    if (sent !== undefined && typeof sent !== 'string') {
      throw new InvalidRequest('csrfToken: expected a string');
    }
    // Proxies and parsers may disagree about which of two fields to use.
    if (fields?.isRepeated('csrfToken') === true) {
      throw new InvalidRequest('csrfToken: was sent more than once');
    }
    if (request.query['csrfToken'] !== undefined) {
      throw new InvalidRequest(
        'csrfToken: must be in the body; it was sent in the URL, which is logged',
      );
    }
    if (!state.presented) {
      throw new MissingCSRF(
        `the CSRF cookie is missing or invalid; a client gets it with the token from GET ${request.basePath}/csrf, and sends both`,
      );
    }
    if (fields === undefined) {
      throw new MissingCSRF(
        'the body is missing or has an unsupported type: send a form or JSON, and enable the body parser',
      );
    }
    if (sent === undefined || !constantTimeEqual(sent, state.token)) {
      throw new MissingCSRF('the field `csrfToken` is missing or does not match the cookie');
    }
  }
}

const FORM = /^([0-9a-f]{64})\|([0-9a-f]{64})$/;

/** Tries each list of secrets that instances may have during a change; open forms stay valid. */
function tokenOf(cookie: string, secrets: Secrets): string | undefined {
  const [, token, hash] = FORM.exec(cookie) ?? [];
  if (token === undefined || hash === undefined) return undefined;
  for (const joined of joinedSecrets(secrets)) {
    if (digestsEqual(hashOf(token, joined), hash)) return token;
  }
  return undefined;
}

/** @param joined - the secrets, joined with commas. @see docs/design/wire-contract.md CSRF-2 */
function hashOf(token: string, joined: string): string {
  return sha256Hex(`${token}${joined}`);
}
