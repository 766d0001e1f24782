/** The claims that a stateless session has initially. */
export interface DefaultJWT extends Record<string, unknown> {
  name?: string | null;
  email?: string | null;
  picture?: string | null;
  /** The user's id. */
  sub?: string;
  /** Seconds since the epoch. */
  iat?: number;
  /** Seconds since the epoch. */
  exp?: number;
  jti?: string;
}

/** The claims of a stateless session. Augment it to type what your `jwt` callback adds. */
export interface JWT extends DefaultJWT {}
