/** Attributes of a cookie. @see RFC 6265 section 4.1 */
export interface CookieOptions {
  domain?: string;
  expires?: Date;
  httpOnly?: boolean;
  /** In seconds. */
  maxAge?: number;
  partitioned?: boolean;
  path?: string;
  priority?: 'low' | 'medium' | 'high';
  sameSite?: boolean | 'lax' | 'strict' | 'none';
  secure?: boolean;
}

/** The purpose of a cookie. @see docs/design/wire-contract.md 16.2 */
export type CookieKey =
  | 'callbackUrl'
  | 'csrfToken'
  | 'nonce'
  | 'pkceCodeVerifier'
  | 'sessionToken'
  | 'state'
  | 'webauthnChallenge';

/** Name and attributes of one cookie. */
export interface CookieDefinition {
  readonly name: string;
  readonly options: Readonly<CookieOptions>;
}

/** Every cookie, by its purpose. */
export type CookieDefinitions = Readonly<Record<CookieKey, CookieDefinition>>;

/** The members of the `cookies` option; missing members have their defaults. */
export type CookiesOptions = {
  [K in CookieKey]: { name?: string; options?: CookieOptions };
};
