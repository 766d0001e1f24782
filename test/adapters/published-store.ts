import type { Adapter } from '@authnest/core';

/** A published adapter, with a store that only one test uses. */
export interface PublishedStore {
  readonly adapter: Adapter;
  /** Counts the stored records of a kind. */
  count(kind: 'users' | 'accounts' | 'sessions'): Promise<number>;
  close(): Promise<void>;
}
