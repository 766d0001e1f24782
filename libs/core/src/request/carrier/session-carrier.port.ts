/** One complete value that may be a session, and the cookies that contain it. */
export interface SessionCookieForm {
  readonly value: string;
  readonly names: readonly string[];
  /** Whether it is a single cookie whose name has no suffix. */
  readonly isWhole: boolean;
}

/** What a request presents as its session. */
export interface PresentedSession {
  /**
   * The whole cookie and the one in parts, if present. If the whole cookie was sent several times,
   * each of its values; empty if a part was.
   */
  readonly forms: readonly SessionCookieForm[];
  /** Whether a name was sent more than once. */
  readonly isRepeated: boolean;
  /** The names of all cookies that were found. */
  readonly names: readonly string[];
}

/** Carries the session of one request: where its value comes from, and where a renewed one goes. */
export interface SessionCarrier {
  /** Returns what counts as the session of the request. */
  present(): PresentedSession;
  /** Returns every value that may be a session, to end them all: also those that do not count. */
  presentAll(): readonly SessionCookieForm[];
  /** Whether a value can be written. */
  fits(value: string): boolean;
  /** Hands a value to the client, in place of all others. @throws {RangeError} if it is too large */
  write(value: string, expires: Date): void;
  /** Takes what the request presents away from the client, except the cookies of these names. */
  clear(kept?: ReadonlySet<string>): void;
  /** Takes away what a former configuration left. Only for a session that is ours. */
  clearFormer(): void;
}
