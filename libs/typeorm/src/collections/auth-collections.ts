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
  private readonly passkeys: Authenticators | undefined;

  constructor(readonly tables: AuthTables) {
    this.users = new Users(tables);
    this.accounts = new Accounts(tables.accounts);
    this.sessions = new Sessions(tables);
    this.verificationTokens = new VerificationTokens(tables.verificationTokens);
    this.passkeys = tables.authenticators && new Authenticators(tables.authenticators);
  }

  /** @throws {Error} where the tables have none */
  get authenticators(): Authenticators {
    if (this.passkeys) return this.passkeys;
    throw new Error('TypeOrmAdapter: these tables have no authenticators; take them over first');
  }
}
