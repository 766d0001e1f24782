import { sha256Hex } from '../crypto/digests.js';
import type { Failures } from './attempt-counter.js';
import type { AttemptOptions } from './attempt-options.js';

/** The keys under which an attempt is counted; one is absent if something in it is unknown. */
export interface Buckets {
  readonly sameNetwork?: Failures;
  readonly network?: string;
  readonly identifier?: string;
  /** Key under which the network is remembered for this identifier. */
  readonly known?: string;
}

/** The parts of the keys. */
export interface BucketParts extends Pick<AttemptOptions, 'work' | 'identifier'> {
  /** Separates applications that share a store. */
  readonly application: string;
  readonly provider: string;
  readonly network?: string;
}

/**
 * Builds the keys of an attempt, with a hash instead of the identifier. All providers of one kind
 * of work count an identifier together in all its spellings, since an attacker tries every route. A
 * success proves something only for its own spelling and provider: another one may be another user,
 * whom the attacker has registered.
 */
export function bucketsOf({
  application,
  work,
  provider,
  identifier,
  network,
}: BucketParts): Buckets {
  const folded = identifier === undefined ? undefined : countedAs(identifier);
  const person = folded === undefined ? undefined : sha256Hex(folded);
  const exact = identifier === undefined ? undefined : sha256Hex(identifier);
  const both = person !== undefined && network !== undefined;
  return {
    sameNetwork: both
      ? {
          key: `${application}:${work}:${person}@${network}`,
          part: `${application}:${work}:${provider}:${exact}@${network}`,
        }
      : undefined,
    network: network === undefined ? undefined : `${application}:${work}:${network}`,
    identifier:
      folded === undefined
        ? undefined
        : `${application}:${work}:${sha256Hex(work === 'emails' ? withoutTag(folded) : folded)}`,
    known:
      both && network !== UNKNOWN_NETWORK
        ? `${application}:${provider}:${exact}@${network}`
        : undefined,
  };
}

/** One bucket for all clients whose address is unknown. */
export const UNKNOWN_NETWORK = 'unknown';

/** Unifies spellings that a store may treat as equal; counting them together locks nobody out. */
function countedAs(identifier: string): string {
  return identifier
    .slice(0, MAX_IDENTIFIER)
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .trim()
    .toLowerCase();
}

/**
 * Removes the tag from an address: at many hosts `vera+1@x.example` is the mailbox `vera@x.example`,
 * which would otherwise receive as many mails as there are tags.
 * @see RFC 5233
 */
function withoutTag(address: string): string {
  return address.replace(/\+[^@]*@/, '@');
}

/** How many characters of an identifier are read. */
const MAX_IDENTIFIER = 1024;
