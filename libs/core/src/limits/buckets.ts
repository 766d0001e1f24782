import { sha256Hex } from '../crypto/sha256.js';
import type { AttemptOptions } from './attempt-options.js';

/** Under which keys an attempt is counted; absent where what it takes is unknown. */
export interface Buckets {
  readonly sameNetwork?: string;
  readonly network?: string;
  readonly identifier?: string;
  /** Under which the network is remembered as one of this identifier. */
  readonly known?: string;
}

/** What the keys are made of. */
export interface BucketParts extends Pick<AttemptOptions, 'work' | 'identifier'> {
  /** Tells applications apart that count in one store. */
  readonly application: string;
  readonly provider: string;
  readonly network?: string;
}

/** The store gets to see no identifier: its hash tells as much. */
export function bucketsOf({
  application,
  work,
  provider,
  identifier,
  network,
}: BucketParts): Buckets {
  const whose = identifier === undefined ? undefined : `${provider}:${sha256Hex(identifier)}`;
  const both = whose !== undefined && network !== undefined;
  return {
    sameNetwork: both ? `${application}:${work}:${whose}@${network}` : undefined,
    network: network === undefined ? undefined : `${application}:${work}:${network}`,
    identifier: whose === undefined ? undefined : `${application}:${work}:${whose}`,
    known: both ? `${application}:${whose}@${network}` : undefined,
  };
}
