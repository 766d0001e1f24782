/** A stateless session as it goes into the cookie. */
export interface SealedSession {
  readonly value: string;
  /** The end of the cookie. */
  readonly expires: Date;
}
