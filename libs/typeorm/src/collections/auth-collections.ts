import type { FeatureTable } from '@authnest/core';
import type { AuthTables } from '../store/auth-tables.js';
import type { Operation } from '../operations/operation.js';
import { Accounts } from './accounts.js';
import { Authenticators } from './authenticators.js';
import { Challenges } from './challenges.js';
import { FeatureCollection } from './feature-collection.js';
import { SessionRevocations } from './session-revocations.js';
import { Sessions } from './sessions.js';
import { Users } from './users.js';
import { VerificationTokens } from './verification-tokens.js';

/** The operations on the tables, one collection for each kind of row. */
export class AuthCollections {
  constructor(
    private readonly tables: AuthTables,
    private readonly operation: Operation,
  ) {}

  get users(): Users {
    return new Users(this.tables, this.operation);
  }

  get accounts(): Accounts {
    return new Accounts(this.tables, this.operation);
  }

  get sessions(): Sessions {
    return new Sessions(this.tables, this.operation);
  }

  get verificationTokens(): VerificationTokens {
    return new VerificationTokens(this.tables.verificationTokens, this.operation);
  }

  /** @throws {Error} if there is no table for them */
  get sessionRevocations(): SessionRevocations {
    const { sessionRevocations: table, revocationByMarker: byMarker } = this.tables;
    if (table && byMarker) return new SessionRevocations(table, byMarker, this.operation);
    throw new Error('TypeOrmAdapter: these tables have no session revocations');
  }

  /** @throws {Error} if there is no table for them */
  get challenges(): Challenges {
    const { challenges } = this.tables;
    if (challenges) return new Challenges(challenges, this.operation);
    throw new Error('TypeOrmAdapter: these tables have no challenges');
  }

  /** Returns the rows of a table of a feature. @throws {Error} if the entities have none for it */
  rowsOf({ table: name }: FeatureTable): FeatureCollection {
    const table = this.tables.features.get(name);
    if (table) return new FeatureCollection(table, this.operation);
    throw new Error(`TypeOrmAdapter: the entities have none for the table \`${name}\``);
  }

  /** @throws {Error} if there is no table for them */
  get authenticators(): Authenticators {
    const { authenticators } = this.tables;
    if (authenticators) return new Authenticators(authenticators, this.operation);
    throw new Error(
      'TypeOrmAdapter: the layout `auth.js` has no authenticators; first migrate the tables with `authMigrations({ from: authJs })` of `@authnest/take-over`',
    );
  }
}
