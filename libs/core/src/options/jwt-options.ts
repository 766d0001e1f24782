import type { JWT } from '../model/jwt.js';
import type { MaybePromise } from '../model/maybe-promise.js';

/** What `jwt.encode` receives. */
export interface JWTEncodeParams {
  token?: JWT;
  /** First element of a list is used. */
  secret: string | string[];
  /** Name of the session cookie. */
  salt: string;
  /** Seconds. @default 2592000 */
  maxAge?: number;
}

/** What `jwt.decode` receives. */
export interface JWTDecodeParams {
  token?: string;
  secret: string | string[];
  /** Name of the session cookie. */
  salt: string;
}

/** @see docs/design/wire-contract.md 16.2 */
export interface JWTOptions {
  /** @default the option `secret` */
  secret?: string | string[];
  /** Seconds. @default session.maxAge */
  maxAge?: number;
  encode?(params: JWTEncodeParams): MaybePromise<string>;
  decode?(params: JWTDecodeParams): MaybePromise<JWT | null>;
  /** How many opened tokens are kept in memory; 0 keeps none. @default 10000 */
  cache?: number;
}
