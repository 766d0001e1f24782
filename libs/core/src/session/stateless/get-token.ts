import type { JWTOptions } from '../../config/options/jwt.js';
import type { SessionRevocations } from '../../config/options/session-revocations.js';
import { resolveCookies } from '../../cookies/default-cookies.js';
import { realmOf, secretOfRealm } from '../../crypto/realm.js';
import { MissingSecret } from '../../errors/configuration.errors.js';
import { RequestCookies } from '../../cookies/request-cookies.js';
import type { LoggerInstance } from '../../logging/auth-logger.port.js';
import type { JWT } from '../../model/jwt.js';
import type { MaybePromise } from '../../model/maybe-promise.js';
import { decode as defaultDecode } from '../token/encode-decode.js';
import { newestClaims } from '../token/newest-claims.js';
import { isOfRealm } from '../token/realm-claim.js';
import { formsOf } from '../../request/carrier/session-cookie-forms.js';
import { sessionIdOf } from '../records/session-id.js';
import { askAbout } from '../records/registry-questions.js';

/** Parameters of `getToken`. */
export interface GetTokenParams {
  /** A web `Request`, or anything with headers. */
  req: Request | { headers: Headers | Readonly<Record<string, string | string[] | undefined>> };
  secret?: string | string[];
  /** Whether the cookie has the name that is used over https. @default false */
  secureCookie?: boolean;
  /** Name of the AuthModule of the session. @default the one with the cookie names of Auth.js */
  instance?: string;
  /** The tenant of the session. @default none */
  tenant?: string;
  /** @default derived from `instance` and `secureCookie` */
  cookieName?: string;
  /** @default cookieName */
  salt?: string;
  decode?: JWTOptions['decode'];
  /**
   * The store from `session.revocation`. Without it, the claims of a session that has ended are
   * returned until the token expires.
   * @default none
   */
  revocation?: Pick<SessionRevocations, 'isRevoked'>;
  /**
   * Whether to return the token as received, neither opened nor checked. If a request has several
   * values, they are opened to choose the one that is returned. @default false
   */
  raw?: boolean;
  /** Receives a debug line if a token cannot be opened. @default none */
  logger?: Partial<LoggerInstance>;
}

/**
 * Returns the claims of the stateless session in a request, from its cookie or a bearer token.
 * @returns null if there is no valid token; the token itself if `raw` is set
 * @throws {MissingSecret} if there is a token but no secret
 * @throws whatever `revocation` throws
 * @see docs/design/wire-contract.md 4
 */
export function getToken(params: GetTokenParams & { raw: true }): Promise<string | null>;
export function getToken(params: GetTokenParams): Promise<JWT | null>;
export async function getToken(params: GetTokenParams): Promise<JWT | string | null> {
  const { req, secureCookie = false, raw, instance, tenant, decode = defaultDecode } = params;
  if (!req) throw new TypeError('getToken: `req` is missing');
  const naming = secureCookie ? 'secure' : 'plain';
  const { cookieName = resolveCookies(naming, {}, instance).sessionToken.name } = params;
  const tokens = presented(req, cookieName);
  if (tokens.length === 0) return null;
  if (raw && tokens.length === 1) return tokens[0] ?? null;
  if (!params.secret || params.secret.length === 0) {
    throw new MissingSecret('getToken: `secret` is missing');
  }
  const realm = realmOf({ instance, tenant });
  const secret = secretsIn(realm, params.secret);
  const open = (text: string) =>
    opened(() => decode({ token: text, secret, salt: params.salt ?? cookieName }));
  const all: (JWT | null)[] = [];
  for (const token of tokens) all.push(await open(token));
  const claims = newestClaims(all);
  if (raw) return claims && (tokens[all.indexOf(claims)] ?? null);
  if (!claims) params.logger?.debug?.('getToken: the token is invalid or expired');
  // Tokens in our format have a key per realm; in the application's format, only a claim has it.
  if (!claims || (params.decode && !isOfRealm(claims, realm))) return null;
  return (await isRevoked(claims, realm, params.revocation)) ? null : claims;
}

async function opened(decode: () => MaybePromise<JWT | null>): Promise<JWT | null> {
  try {
    return await decode();
  } catch {
    return null;
  }
}

function secretsIn(realm: string, secret: string | string[]): string | string[] {
  return typeof secret === 'string'
    ? secretOfRealm(secret, realm)
    : secret.map((one) => secretOfRealm(one, realm));
}

async function isRevoked(
  claims: JWT,
  realm: string,
  revocation: GetTokenParams['revocation'],
): Promise<boolean> {
  const id = sessionIdOf(claims);
  if (revocation === undefined || id === undefined) return false;
  const state = await askAbout(realm, claims, (facts) => revocation.isRevoked(id, facts));
  return state === true || state instanceof Date;
}

function header({ headers }: GetTokenParams['req'], name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
  return typeof found?.[1] === 'string' ? found[1] : '';
}

/** Returns what may be the session cookie, whole or in parts; else the bearer token. */
function presented(req: GetTokenParams['req'], name: string): readonly string[] {
  const { forms } = formsOf(new RequestCookies(header(req, 'cookie')).find(name), name);
  if (forms.length > 0) return forms.map(({ value }) => value);
  const bearer = fromBearer(header(req, 'authorization'));
  return bearer ? [bearer] : [];
}

function fromBearer(authorization: string): string | undefined {
  const [scheme, value = ''] = authorization.split(' ');
  if (scheme !== 'Bearer') return undefined;
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
