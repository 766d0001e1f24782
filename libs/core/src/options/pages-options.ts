/** Paths or URLs of custom pages. @see docs/design/wire-contract.md 16.2 */
export interface PagesOptions {
  /** @default '<basePath>/signin' */
  signIn?: string;
  signOut?: string;
  /** @default '<basePath>/error' */
  error?: string;
  verifyRequest?: string;
  /** Where new users are sent after their first sign-in. */
  newUser?: string;
}

/** URLs, or paths from the root, of pages that the sign-in page links to. */
export interface LinksOptions {
  /** The page for setting a new password. Linked next to a password field. */
  forgotPassword?: string;
  /** The page on which users register. */
  createAccount?: string;
  terms?: string;
  privacy?: string;
}
