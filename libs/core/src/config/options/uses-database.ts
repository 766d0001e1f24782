import type { Adapter } from '../../adapter/adapter.port.js';

/** The options that decide where sessions are. */
interface Configured {
  readonly adapter?: Adapter;
  readonly session?: { readonly strategy?: 'jwt' | 'database' };
}

/** Whether sessions are stored in the database. @see docs/design/wire-contract.md 16.2 */
export function usesDatabase({ adapter, session }: Configured): boolean {
  return (session?.strategy ?? (adapter ? 'database' : 'jwt')) === 'database';
}
