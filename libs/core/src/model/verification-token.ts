/** A stored sign-in link. @see specification, Resources, VerificationToken */
export interface VerificationToken {
  /** The e-mail address. */
  identifier: string;
  /** The hash of the mailed token. */
  token: string;
  expires: Date;
}
