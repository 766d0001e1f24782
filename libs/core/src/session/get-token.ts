import type { JWTOptions } from '../config/auth-config.js';
import { resolveCookies } from '../config/default-cookies.js';
import { realmOf, secretOfRealm } from '../crypto/realm.js';
import { MissingSecret } from '../errors/configuration.errors.js';
import { findCookies } from '../exchange/read-cookie.js';
import type { LoggerInstance } from '../logging/auth-logger.port.js';
import type { JWT } from '../model/jwt.js';
import { decode as defaultDecode } from './encode-decode.js';
import { isOfRealm } from './realm-claim.js';
import { formsOf } from './session-cookie.js';

/** What `getToken` takes. */
export interface GetTokenParams {
  /** A web `Request`, or anything with headers. */
  req: Request | { headers: Headers | Readonly<Record<string, string | string[] | undefined>> };
  secret?: string | string[];
  /** Whether the cookie has the name of https. @default false */
  secureCookie?: boolean;
  /** Name of the AuthModule whose session it is. @default the one that keeps the names of Auth.js */
  instance?: string;
  /** The tenant whose session it is. @default none */
  tenant?: string;
  /** @default the name that `instance` and `secureCookie` give */
  cookieName?: string;
  /** @default cookieName */
  salt?: string;
  decode?: JWTOptions['decode'];
  /** Answers the token as it came. */
  raw?: boolean;
  /** Hears at debug level that a token did not open. @default none */
  logger?: Partial<LoggerInstance>;
}

/**
 * The claims of the stateless session that a request carries, in its cookie or as a bearer token.
 * @returns null without a valid token; with `raw`, the token itself
 * @throws {MissingSecret} when there is a token and no secret
 * @see wire contract 4, getToken
 */
export function getToken(params: GetTokenParams & { raw: true }): Promise<string | null>;
export function getToken(params: GetTokenParams): Promise<JWT | null>;
export async function getToken(params: GetTokenParams): Promise<JWT | string | null> {
  const { req, secureCookie = false, raw, instance, tenant, decode = defaultDecode } = params;
  if (!req) throw new TypeError('getToken: `req` is missing');
  const naming = secureCookie ? 'secure' : 'plain';
  const { cookieName = resolveCookies(naming, {}, instance).sessionToken.name } = params;
  const token =
    fromCookie(header(req, 'cookie'), cookieName) ?? fromBearer(header(req, 'authorization'));
  if (!token) return null;
  if (raw) return token;
  if (!params.secret || params.secret.length === 0) {
    throw new MissingSecret('getToken: `secret` is missing');
  }
  const realm = realmOf({ instance, tenant });
  const secret = secretsIn(realm, params.secret);
  try {
    const claims = await decode({ token, secret, salt: params.salt ?? cookieName });
    // The key says it of a token of ours; in a format of the application only the claim does.
    return claims && (!params.decode || isOfRealm(claims, realm)) ? claims : null;
  } catch {
    params.logger?.debug?.('getToken: the token does not open');
    return null;
  }
}

function secretsIn(realm: string, secret: string | string[]): string | string[] {
  return typeof secret === 'string'
    ? secretOfRealm(secret, realm)
    : secret.map((one) => secretOfRealm(one, realm));
}

function header({ headers }: GetTokenParams['req'], name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
  return typeof found?.[1] === 'string' ? found[1] : '';
}

function fromCookie(cookies: string, name: string): string | undefined {
  return formsOf(findCookies(cookies, name), name).forms[0]?.value;
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
