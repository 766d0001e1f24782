import type { Adapter } from '@authnest/core';

/** An Auth.js adapter as npm has it, on a store of this test's own. */
export interface PublishedStore {
  readonly adapter: Adapter;
  /** How many rows there are. */
  count(kind: 'users' | 'accounts' | 'sessions'): Promise<number>;
  close(): Promise<void>;
}
