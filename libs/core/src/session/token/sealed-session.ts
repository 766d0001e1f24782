/** A stateless session, as stored in the cookie. */
export interface SealedSession {
  readonly value: string;
  /** When the cookie expires. */
  readonly expires: Date;
}
