import type { RecordFields } from './record-store-client.port.js';

/** The fields of an account that come from the provider. */
export const TOKEN_FIELDS = [
  'access_token',
  'refresh_token',
  'id_token',
  'expires_at',
  'scope',
  'session_state',
  'token_type',
] as const;

/** The fields of each collection, apart from links. @see docs/design/wire-contract.md 13.4 */
const FIELDS = {
  user: ['name', 'email', 'emailVerified', 'image'],
  account: ['type', 'provider', 'providerAccountId', ...TOKEN_FIELDS],
} as const;

/**
 * Returns the given members as fields; undefined ones are left out, so the store keeps their value.
 * @throws {Error} for a member that has no field in the collection: silently dropping it would lose
 * data that the application believes is stored
 * @see docs/design/wire-contract.md AD-6
 */
export function storedFields(kind: keyof typeof FIELDS, members: object): RecordFields {
  const known: readonly string[] = FIELDS[kind];
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([name, value]) => {
      if (!known.includes(name)) throw new Error(`the record store has no field ${kind}.${name}`);
      return [name, storable(name, value)];
    }),
  );
}

function storable(name: string, value: unknown): string | number | Date | null {
  // Many users may lack an address; an empty string would be one address that all of them share.
  if (value === null || (name === 'email' && value === '')) return null;
  if (typeof value === 'string' || typeof value === 'number' || value instanceof Date) return value;
  return JSON.stringify(value);
}
