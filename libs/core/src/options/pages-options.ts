/** Paths of pages of your own. @see docs/design/wire-contract.md 16.2 */
export interface PagesOptions {
  /** @default '<basePath>/signin' */
  signIn?: string;
  signOut?: string;
  /** @default '<basePath>/error' */
  error?: string;
  verifyRequest?: string;
  /** Where new users go on their first sign-in. */
  newUser?: string;
}

/** Addresses of the application's own pages that the sign-in page links to: URLs, or paths from the root. */
export interface LinksOptions {
  /** Where a new password is set. Shown beside a field for a password. */
  forgotPassword?: string;
  /** Where people register. */
  createAccount?: string;
  terms?: string;
  privacy?: string;
}
