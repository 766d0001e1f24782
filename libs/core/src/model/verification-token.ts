/** A stored sign-in link. @see docs/design/wire-contract.md 16.1 */
export interface VerificationToken {
  /** The email address. */
  identifier: string;
  /** The hash of the mailed token. */
  token: string;
  expires: Date;
}
