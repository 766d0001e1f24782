import type { AuthError } from '../../errors/auth.error.js';
import type { Secrets } from '../../crypto/realm-secrets.js';
import { checkSecrets } from './check-secrets.js';
import { LONGEST_COOKIE, tooLong } from './longest-cookie.js';
import type { OptionGroup } from './option-group.js';
import { cookieSeconds, fn, isWhole, object, secret } from './option-test.js';
import type { JWT } from '../../model/jwt.js';
import type { MaybePromise } from '../../model/maybe-promise.js';

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

/** The JWT options, complete. */
export interface ResolvedJwt {
  readonly secrets: Secrets;
  /** What `encode` and `decode` receive: a string or a list, as configured. */
  readonly secret: string | Secrets;
  readonly maxAgeSeconds: number;
  readonly cache: number;
  readonly encode?: JWTOptions['encode'];
  readonly decode?: JWTOptions['decode'];
}

interface Configured {
  readonly jwt?: JWTOptions;
  readonly acceptShortSecret?: boolean;
}

function* checkJwt({ jwt, acceptShortSecret }: Configured): Iterable<AuthError> {
  if (jwt?.secret !== undefined) {
    yield* checkSecrets('jwt.secret', jwt.secret, acceptShortSecret === true);
  }
  if ((jwt?.maxAge ?? 0) > LONGEST_COOKIE) yield tooLong('jwt.maxAge');
}

/** The group of the option `jwt`. */
export const jwtGroup = {
  tests: { jwt: object },
  members: {
    jwt: {
      secret,
      maxAge: cookieSeconds,
      encode: fn,
      decode: fn,
      cache: ['a whole number, 0 or more', isWhole],
    },
  },
  checks: [['jwt', checkJwt]],
} as const satisfies OptionGroup<'jwt'>;
