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
  /** Separates applications that count in one store. */
  readonly application: string;
  readonly provider: string;
  readonly network?: string;
}

/**
 * The store gets a hash in place of the identifier. A person is one at every provider of
 * a kind of work, since who guesses takes each route that there is.
 */
export function bucketsOf({
  application,
  work,
  provider,
  identifier,
  network,
}: BucketParts): Buckets {
  const person = identifier === undefined ? undefined : sha256Hex(countedAs(identifier));
  const both = person !== undefined && network !== undefined;
  return {
    sameNetwork: both ? `${application}:${work}:${person}@${network}` : undefined,
    network: network === undefined ? undefined : `${application}:${work}:${network}`,
    identifier: person === undefined ? undefined : `${application}:${work}:${person}`,
    // At another provider the same name may be somebody else, who vouches for nobody here.
    known:
      both && network !== UNKNOWN_NETWORK
        ? `${application}:${provider}:${person}@${network}`
        : undefined,
  };
}

/** One bucket for all clients whose address is unknown. */
export const UNKNOWN_NETWORK = 'unknown';

/** Spellings that a store may take for one: to count them together keeps nobody out. */
function countedAs(identifier: string): string {
  return identifier
    .slice(0, MAX_IDENTIFIER)
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase();
}

/** Characters. */
const MAX_IDENTIFIER = 1024;
