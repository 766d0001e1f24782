import type { MigratedTable } from '../auth-tables-1795194000000.js';

/**
 * The tables that version 2 of the Auth.js adapter creates.
 * @see docs/design/wire-contract.md 13.3
 */
export const authJsTables: readonly MigratedTable[] = [
  {
    table: 'users',
    columns: {
      name: 'string?',
      email: 'string?',
      emailVerified: 'epochText?',
      image: 'string?',
    },
    unique: [],
    constraints: [['email']],
    indexed: [],
  },
  {
    table: 'accounts',
    columns: {
      userId: 'authJsReference',
      type: 'string',
      provider: 'string',
      providerAccountId: 'string',
      refresh_token: 'string?',
      access_token: 'string?',
      expires_at: 'seconds?',
      token_type: 'string?',
      scope: 'string?',
      id_token: 'string?',
      session_state: 'jsonString?',
    },
    unique: [],
    indexed: [],
    ownedByUser: true,
    onDelete: 'NO ACTION',
  },
  {
    table: 'sessions',
    columns: { sessionToken: 'string', userId: 'authJsReference', expires: 'epochText' },
    unique: [],
    constraints: [['sessionToken']],
    indexed: [],
    ownedByUser: true,
    onDelete: 'NO ACTION',
  },
  {
    table: 'verification_tokens',
    columns: { token: 'string', identifier: 'string', expires: 'epochText' },
    unique: [],
    indexed: [],
  },
];
