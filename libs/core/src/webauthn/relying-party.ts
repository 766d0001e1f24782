import { AuthError } from '../errors/auth.error.js';
import { namedOrigin } from '../request/context/named-origin.js';
import type { SessionContext } from '../request/context/session-context.js';
import { isBelow } from '../model/hosts.js';
import { callUser } from '../model/call-user.js';
import type { ResolvedWebAuthnProvider } from '../provider/resolved-provider.js';
import type { RelyingParty } from '../provider/webauthn-provider.js';
import { callOptions } from './call-options.js';

/** The relying party of a request. */
export interface ResolvedRelyingParty {
  readonly id: string;
  readonly name: string;
  readonly origins: readonly string[];
}

/**
 * Returns the relying party that passkeys are bound to: as configured, or else from the public URL.
 * @throws {AuthError} when only the Host header would determine it
 * @see WebAuthn section 13.4.9
 */
export async function relyingPartyOf(
  ctx: SessionContext,
  provider: ResolvedWebAuthnProvider,
): Promise<ResolvedRelyingParty> {
  const { relayingParty: own = {} } = provider.config;
  if (provider.config.getRelayingParty) return callGetRelyingParty(ctx, provider);
  const isConfigured = own.id !== undefined && own.origin !== undefined;
  const { hostname, host, origin } = new URL(isConfigured ? ctx.origin : siteOf(ctx));
  const id = first(own.id) ?? hostname;
  const trusted = [...ctx.config.trustedOrigins].filter((page) => isBelow(page, id));
  return {
    id,
    name: first(own.name) ?? host,
    origins: own.origin === undefined ? [origin, ...trusted] : listOf(own.origin),
  };
}

async function callGetRelyingParty(
  ctx: SessionContext,
  provider: ResolvedWebAuthnProvider,
): Promise<ResolvedRelyingParty> {
  const party = await callUser(ctx.config, 'getRelayingParty', () =>
    provider.config.getRelayingParty?.(...callOptions(ctx, provider)),
  );
  if (!isParty(party)) {
    throw new AuthError('getRelayingParty must return `id`, `name` and `origin`');
  }
  return { id: party.id, name: party.name, origins: listOf(party.origin) };
}

function siteOf(ctx: SessionContext): string {
  const remedy = ', or `relayingParty` with `id` and `origin`';
  return namedOrigin(ctx, 'passkeys are bound to a site', remedy);
}

function isParty(party: Partial<RelyingParty> | undefined): party is RelyingParty {
  if (typeof party !== 'object' || party === null) return false;
  const { id, name, origin } = party;
  const origins: unknown = listOf(origin);
  const areOrigins = Array.isArray(origins) && origins.length > 0 && origins.every(isFilled);
  return isFilled(id) && typeof name === 'string' && areOrigins;
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function first(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.[0];
}

function listOf(value: string | string[] | undefined): string[] {
  return typeof value === 'string' ? [value] : (value ?? []);
}
