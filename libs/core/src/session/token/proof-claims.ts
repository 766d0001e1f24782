import { createHmac, hkdfSync } from 'node:crypto';
import type { ResolvedAuthConfig } from '../../config/resolved-auth-config.js';
import { digestsEqual } from '../../crypto/digests.js';
import type { JWT } from '../../model/jwt.js';

/** How and when the user of a session proved who they are. */
export interface SessionProof {
  /** The ways, by the names of RFC 8176 where there is one; empty if they are not known. */
  readonly amr: readonly string[];
  /** The last time; absent if it is not known. */
  readonly authTime?: Date;
}

/** The claims of a {@link SessionProof}, and what shows that we have set them. */
export const PROOF_CLAIMS = ['amr', 'auth_at', 'apf'] as const;

/** A session of an Auth.js application, for example: it counts as one factor, and not as fresh. */
const UNKNOWN: SessionProof = Object.freeze({ amr: Object.freeze([]) });

const PURPOSE = 'authnest.session.proof';
const keys = new WeakMap<readonly string[], readonly Buffer[]>();
const known = new WeakMap<JWT, SessionProof>();

/**
 * Adds the claim that shows that the others are ours: an Auth.js application beside us, which has
 * the same secret, may copy what a client sends into a token.
 */
export function sealProof(config: ResolvedAuthConfig, claims: JWT): JWT {
  if (claims['auth_at'] === undefined) return claims;
  return { ...claims, apf: sealsOf(config, claims)[0] };
}

/** Returns what the claims say, if they are ours. Claims of an opened token are checked once. */
export function proofOf(config: ResolvedAuthConfig, claims: JWT): SessionProof {
  const found = known.get(claims);
  if (found) return found;
  const { amr, auth_at: at, apf } = claims;
  const isOurs =
    typeof apf === 'string' &&
    typeof at === 'number' &&
    Array.isArray(amr) &&
    sealsOf(config, claims).some((seal) => digestsEqual(seal, apf));
  // Frozen, since all requests with the token share it.
  const proof = isOurs
    ? { amr: Object.freeze([...(amr as string[])]), authTime: new Date(at * 1000) }
    : UNKNOWN;
  known.set(claims, proof);
  return proof;
}

/** Returns what the columns of a stored session say. */
export function storedProof(row: {
  readonly amr?: string | null;
  readonly authTime?: Date | null;
}): SessionProof {
  if (!row.authTime) return UNKNOWN;
  return { amr: (row.amr ?? '').split(' ').filter(Boolean), authTime: row.authTime };
}

/** One for each secret, newest first. */
function sealsOf({ jwt }: ResolvedAuthConfig, { sub, amr, auth_at: at }: JWT): string[] {
  const text = JSON.stringify([sub, amr, at]);
  return keysOf(jwt.secrets).map((key) =>
    createHmac('sha256', key).update(text).digest('base64url'),
  );
}

function keysOf(secrets: readonly string[]): readonly Buffer[] {
  const made = keys.get(secrets);
  if (made) return made;
  const derived = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, PURPOSE, '', 32)));
  keys.set(secrets, derived);
  return derived;
}
