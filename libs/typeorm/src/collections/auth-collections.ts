import type { AuthTables } from '../store/auth-tables.js';
import { Accounts } from './accounts.js';
import { Authenticators } from './authenticators.js';
import { Sessions } from './sessions.js';
import { Users } from './users.js';
import { VerificationTokens } from './verification-tokens.js';

/** What can be done with the five tables, by what is kept in them. */
export class AuthCollections {
  readonly users: Users;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly verificationTokens: VerificationTokens;
  readonly authenticators: Authenticators;

  constructor(readonly tables: AuthTables) {
    this.users = new Users(tables);
    this.accounts = new Accounts(tables.accounts);
    this.sessions = new Sessions(tables);
    this.verificationTokens = new VerificationTokens(tables.verificationTokens);
    this.authenticators = new Authenticators(tables.authenticators);
  }
}
