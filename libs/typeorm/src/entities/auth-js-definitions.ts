import type { AuthJsRole, TableDefinition } from './table-definitions.js';

const string = { kind: 'string' } as const;
const epochText = { kind: 'epochText' } as const;
const nullable = { nullable: true } as const;
const userId = { kind: 'authJsReference' } as const;

/**
 * The unchanged tables of an Auth.js installation: dates are strings, two unique keys are missing,
 * deleting a user deletes no other rows, and there are no authenticators.
 * @see docs/design/wire-contract.md 13.3
 */
export const authJsDefinitions = {
  user: {
    layout: 'auth.js',
    table: 'users',
    columns: {
      name: { ...string, ...nullable },
      email: { ...string, ...nullable },
      emailVerified: { ...epochText, ...nullable },
      image: { ...string, ...nullable },
    },
    unique: [],
    constraints: [['email']],
    indexed: [],
  },
  account: {
    layout: 'auth.js',
    table: 'accounts',
    columns: {
      userId,
      type: string,
      provider: string,
      providerAccountId: string,
      refresh_token: { ...string, ...nullable },
      access_token: { ...string, ...nullable },
      expires_at: { kind: 'seconds', ...nullable },
      token_type: { ...string, ...nullable },
      scope: { ...string, ...nullable },
      id_token: { ...string, ...nullable },
      session_state: { kind: 'jsonString', ...nullable },
    },
    unique: [],
    indexed: [],
    lackedKey: ['provider', 'providerAccountId'],
    offered: [['provider', 'providerAccountId']],
    owner: { onDelete: 'NO ACTION' },
  },
  session: {
    layout: 'auth.js',
    table: 'sessions',
    columns: { sessionToken: string, userId, expires: epochText },
    unique: [],
    constraints: [['sessionToken']],
    indexed: [],
    offered: [['expires']],
    owner: { onDelete: 'NO ACTION' },
  },
  verificationToken: {
    layout: 'auth.js',
    table: 'verification_tokens',
    columns: { token: string, identifier: string, expires: epochText },
    unique: [],
    indexed: [],
    lackedKey: ['identifier', 'token'],
    offered: [['identifier', 'token']],
  },
} as const satisfies Record<AuthJsRole, TableDefinition>;
