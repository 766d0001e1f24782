import { createHash } from 'node:crypto';
import type { AdapterSession } from '../../adapter/adapter-rows.js';
import type { ResolvedAuthConfig } from '../../config/resolved-auth-config.js';
import type { SessionFacts } from '../../feature-port/session-facts.js';
import type { VerifiedIdentity } from '../../feature-port/verified-identity.js';
import type { JWT } from '../../model/jwt.js';
import { isDate } from '../../session/records/session-extension.js';

/** A verified ID token, and its provider. */
export interface ProvenIdToken {
  /** Id of the provider. */
  readonly provider: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Returns the ID token that the identity was read from; undefined if there was none. */
export function idTokenOf({ account, claims }: VerifiedIdentity): ProvenIdToken | undefined {
  return claims && { provider: account.provider, claims };
}

/** The facts that a session stores about the user's session at the provider. */
export interface SessionAtProvider {
  /** Id of the provider; empty if the row has no column for it. */
  readonly provider: string;
  /** Hash of `sid`; absent if the provider sends none. */
  readonly session?: string;
  /** Hash of `sub`. */
  readonly subject: string;
  /** The `iat` of the ID token: seconds since the epoch, by the provider's clock. */
  readonly time: number;
}

/**
 * Extracts the facts from an ID token.
 * @returns undefined if back-channel logout is off, or if no ID token has `sub` and `iat`
 */
export function sessionAtProvider(
  config: ResolvedAuthConfig,
  idToken: ProvenIdToken | undefined,
): SessionAtProvider | undefined {
  if (!idToken) return undefined;
  const provider = config.providers.get(idToken.provider);
  if (!provider || !('backchannelLogout' in provider) || !provider.backchannelLogout) {
    return undefined;
  }
  const { sid, sub, iat } = idToken.claims;
  if (typeof sub !== 'string' || typeof iat !== 'number') return undefined;
  const session = typeof sid === 'string' && sid !== '' ? sid : undefined;
  const scope = scopeOf(config, provider.id);
  return {
    provider: provider.id,
    ...(session !== undefined && { session: providerHash('sid', scope, session) }),
    subject: providerHash('sub', scope, sub),
    time: Math.floor(iat),
  };
}

/**
 * Returns within what an identifier of a provider is unique: a store may be shared by tenants or
 * AuthModules whose providers have the same id and other issuers, or the same users by chance.
 */
export function scopeOf({ providers, realm }: ResolvedAuthConfig, id: string): readonly string[] {
  const provider = providers.get(id);
  const issuer = provider && 'issuer' in provider ? provider.issuer : undefined;
  return [id, issuer ?? '', realm];
}

/**
 * Hashes a provider's identifier of a session or user. The result has 43 characters.
 * @param scope - of {@link scopeOf}; for `sub-only`, the provider
 */
export function providerHash(
  kind: 'sid' | 'sub' | 'sub-only',
  scope: readonly string[],
  value: string,
): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, ...scope, value]))
    .digest('base64url');
}

/** Returns the marks to look up: if one is stored, the session may have ended. */
export function markersOf({ provider, session, subject }: SessionAtProvider): string[] {
  return session === undefined
    ? [subject, providerHash('sub-only', [provider], subject)]
    : [session, subject];
}

/** Returns what a session stores: a claim if it is stateless, else columns. */
export function sessionFacts(facts: SessionAtProvider): SessionFacts {
  const { provider: p, session: s, subject: u, time: t } = facts;
  return {
    claims: { op: { p, ...(s !== undefined && { s }), u, t } },
    columns: {
      providerSession: s ?? null,
      providerSubject: u,
      providerTime: new Date(t * 1000),
    },
  };
}

/** Reads the facts of a session. @returns undefined if it began without them */
export function factsOf({ claims, columns }: SessionFacts): SessionAtProvider | undefined {
  return claims ? factsIn(claims) : columns && factsInRow(columns);
}

function factsInRow({
  provider,
  providerSession,
  providerSubject,
  providerTime,
}: Partial<AdapterSession>): SessionAtProvider | undefined {
  if (!providerSubject || !isDate(providerTime)) return undefined;
  return {
    provider: provider ?? '',
    ...(providerSession && { session: providerSession }),
    subject: providerSubject,
    time: Math.floor(providerTime.getTime() / 1000),
  };
}

function factsIn(claims: Readonly<JWT>): SessionAtProvider | undefined {
  const op: unknown = claims['op'];
  if (typeof op !== 'object' || op === null) return undefined;
  const { p, s, u, t } = op as Record<string, unknown>;
  if (typeof p !== 'string' || typeof u !== 'string' || typeof t !== 'number') return undefined;
  return { provider: p, ...(typeof s === 'string' && { session: s }), subject: u, time: t };
}
