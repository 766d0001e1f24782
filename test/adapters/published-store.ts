import type { Adapter } from '@authnest/core';

/** An Auth.js adapter as published on npm, on a store of this test's own. */
export interface PublishedStore {
  readonly adapter: Adapter;
  /** The number of rows. */
  count(kind: 'users' | 'accounts' | 'sessions'): Promise<number>;
  close(): Promise<void>;
}
