import type { JWT } from '../model/jwt.js';
import type { MaybePromise } from '../model/maybe-promise.js';

/** What `jwt.encode` receives. */
export interface JWTEncodeParams {
  token?: JWT;
  /** If it is a list, the first element is used. */
  secret: string | string[];
  /** Name of the session cookie. */
  salt: string;
  /** In seconds. @default 2592000 */
  maxAge?: number;
}

/** What `jwt.decode` receives. */
export interface JWTDecodeParams {
  token?: string;
  secret: string | string[];
  /** Name of the session cookie. */
  salt: string;
}

/** Options for the tokens of stateless sessions. @see docs/design/wire-contract.md 16.2 */
export interface JWTOptions {
  /** @default the option `secret` */
  secret?: string | string[];
  /** In seconds. @default session.maxAge */
  maxAge?: number;
  encode?(params: JWTEncodeParams): MaybePromise<string>;
  decode?(params: JWTDecodeParams): MaybePromise<JWT | null>;
  /** How many decoded tokens are cached in memory; 0 caches none. @default 10000 */
  cache?: number;
}
