import { sha256Hex } from '../crypto/digests.js';
import type { Failures } from './attempt-counter.js';
import type { AttemptOptions } from './attempt-options.js';
import { countedAs, mailboxOf } from './counted-as.js';
import type { KnownNetwork } from './known-networks.js';
import { widerNetworkOf } from './network-of.js';

/** The keys under which an attempt is counted; one is absent if something in it is unknown. */
export interface Buckets {
  readonly sameNetwork?: Failures;
  readonly network?: string;
  /** The /56 of an IPv6 network. */
  readonly widerNetwork?: string;
  readonly identifier?: string;
  /** How the network is remembered for this identifier. */
  readonly known?: KnownNetwork;
}

/** The parts of the keys. */
export interface BucketParts extends Omit<AttemptOptions, 'everywhere' | 'counted'> {
  /** Separates applications that share a store, but not their tenants: visitors may choose those. */
  readonly application: string;
  /** Separates tenants, whose users may have the same names. */
  readonly realm: string;
  readonly provider: string;
  /** Id of a provider with users of its own; empty for those of the adapter, whom several may find. */
  readonly list: string;
  readonly network?: string;
}

/**
 * Builds the keys of an attempt, with a hash instead of the identifier. All tenants and providers
 * count an identifier together in all its spellings, since an attacker tries every route. A success
 * proves something only for its own spelling, provider, tenant and further fields: another one may
 * be another user, whom the attacker has registered.
 */
export function bucketsOf({
  application,
  realm,
  work,
  provider,
  list,
  identifier,
  identity = identifier,
  network,
}: BucketParts): Buckets {
  const folded = identifier === undefined ? undefined : countedAs(identifier);
  const person = folded === undefined ? undefined : sha256Hex(folded);
  const counted = folded !== undefined && work === 'emails' ? sha256Hex(mailboxOf(folded)) : person;
  const exact = identity === undefined ? undefined : sha256Hex(JSON.stringify([realm, identity]));
  const wider = network === undefined ? undefined : widerNetworkOf(network);
  const both = person !== undefined && network !== undefined;
  return {
    sameNetwork: both
      ? {
          key: `${application}:${work}:${person}@${network}`,
          part: `${application}:${work}:${provider}:${exact}@${network}`,
        }
      : undefined,
    network: network === undefined ? undefined : `${application}:${work}:${network}`,
    widerNetwork: wider === undefined ? undefined : `${application}:${work}:${wider}`,
    identifier: counted === undefined ? undefined : `${application}:${work}:${counted}`,
    known:
      both && network !== UNKNOWN_NETWORK
        ? knownAs(`${application}:${list}:${person}@${network}`, exact)
        : undefined,
  };
}

/**
 * A right password is not counted, so it could be sent in thousands of spellings. They share a few
 * places, or they would take those of other people.
 */
function knownAs(person: string, exact = ''): KnownNetwork {
  return { key: `${person}:${exact.slice(0, 1)}`, mark: Number.parseInt(exact.slice(1, 13), 16) };
}

/** One bucket for all clients whose address is unknown. */
export const UNKNOWN_NETWORK = 'unknown';
