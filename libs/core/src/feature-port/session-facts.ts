import type { AdapterSession } from '../adapter/adapter-rows.js';
import type { JWT } from '../model/jwt.js';

/**
 * What features add to a session. A sign-in sets both members, of which the session keeps the one
 * for its strategy; of a session that is read, only that one is known.
 */
export interface SessionFacts {
  /** Claims of a stateless session, or those that features add. */
  readonly claims?: Readonly<JWT>;
  /** Columns of a stored session, or those that features add. */
  readonly columns?: Partial<AdapterSession>;
}

/** Merges what two features add. */
export function joinFacts(one: SessionFacts, other: SessionFacts): SessionFacts {
  return {
    claims: { ...one.claims, ...other.claims },
    columns: { ...one.columns, ...other.columns },
  };
}
