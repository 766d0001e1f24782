/** The names of the six collections. */
export interface Collections {
  readonly users: string;
  readonly accounts: string;
  readonly sessions: string;
  readonly usersAccounts: string;
  readonly usersSessions: string;
  readonly verificationTokens: string;
}

/** @see docs/design/wire-contract.md 13.4 */
export function collectionsOf(prefix: string): Collections {
  return {
    users: `${prefix}_users`,
    accounts: `${prefix}_accounts`,
    sessions: `${prefix}_sessions`,
    usersAccounts: `${prefix}_users_accounts`,
    usersSessions: `${prefix}_users_sessions`,
    verificationTokens: `${prefix}_verificationTokens`,
  };
}
