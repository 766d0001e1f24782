import { createHash } from 'node:crypto';
import type { AdapterSession } from '../adapter/adapter-rows.js';
import type { ResolvedAuthConfig } from '../config/resolved-auth-config.js';
import type { JWT } from '../model/jwt.js';

/** A verified ID token, and its provider. */
export interface ProvenIdToken {
  /** Id of the provider. */
  readonly provider: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** What a session remembers of the one at its provider. */
export interface ProviderFacts {
  /** Id of the provider. */
  readonly provider: string;
  /** Hash of `sid`; absent where the provider names none. */
  readonly session?: string;
  /** Hash of `sub`. */
  readonly subject: string;
  /** The `iat` of the ID token: seconds since the epoch, by the clock of the provider. */
  readonly time: number;
}

/** @returns undefined where the provider ends no session here, or its ID token names too little */
export function providerFacts(
  { providers }: ResolvedAuthConfig,
  idToken: ProvenIdToken | undefined,
): ProviderFacts | undefined {
  if (!idToken) return undefined;
  const provider = providers.get(idToken.provider);
  if (!provider || !('backchannelLogout' in provider) || !provider.backchannelLogout) {
    return undefined;
  }
  const { sid, sub, iat } = idToken.claims;
  if (typeof sub !== 'string' || typeof iat !== 'number') return undefined;
  const session = typeof sid === 'string' && sid !== '' ? sid : undefined;
  return {
    provider: provider.id,
    ...(session !== undefined && { session: providerHash('sid', provider.id, session) }),
    subject: providerHash('sub', provider.id, sub),
    time: Math.floor(iat),
  };
}

/** What a provider calls a session or a person, however long, as 43 characters. */
export function providerHash(
  kind: 'sid' | 'sub' | 'sub-only',
  provider: string,
  value: string,
): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, provider, value]))
    .digest('base64url');
}

/** Under which marks a session may be found ended. */
export function markersOf({ provider, session, subject }: ProviderFacts): string[] {
  return session === undefined
    ? [subject, providerHash('sub-only', provider, subject)]
    : [session, subject];
}

/** The columns of a stored session. */
export function factColumns(facts: ProviderFacts | undefined): Partial<AdapterSession> {
  if (!facts) return {};
  return {
    providerSession: facts.session ?? null,
    providerSubject: facts.subject,
    providerTime: new Date(facts.time * 1000),
  };
}

/** The claims of a stateless session with what it remembers. */
export function withFacts(claims: JWT, facts: ProviderFacts | undefined): JWT {
  if (!facts) return claims;
  const { provider: p, session: s, subject: u, time: t } = facts;
  return { ...claims, op: { p, ...(s !== undefined && { s }), u, t } };
}

/** @returns undefined for a session that began otherwise, or before notices were on */
export function factsIn(claims: JWT): ProviderFacts | undefined {
  const op: unknown = claims['op'];
  if (typeof op !== 'object' || op === null) return undefined;
  const { p, s, u, t } = op as Record<string, unknown>;
  if (typeof p !== 'string' || typeof u !== 'string' || typeof t !== 'number') return undefined;
  return { provider: p, ...(typeof s === 'string' && { session: s }), subject: u, time: t };
}
