import { Injectable } from '@nestjs/common';
import type { JSONWebKeySet, JWTPayload } from 'jose';
import { AuthError } from '../../errors/auth.error.js';
import { InvalidLogoutToken } from '../../errors/internal.errors.js';
import { toError } from '../../errors/to-error.js';
import type { SessionContext } from '../../request/context/session-context.js';
import { assertTenant } from '../../oauth/assert-tenant.js';
import { clientSecretOf } from '../../oauth/client/client-secret.js';
import { withSoleKey } from '../../oauth/client/fit-keys.js';
import { ProviderKeysService } from '../../oauth/client/provider-keys.service.js';
import { ProviderMetadataService } from '../../oauth/client/provider-metadata.service.js';
import { type KnownServer } from '../../oauth/client/server-metadata.js';
import { keyOf } from '../../oauth/client/token-response.js';
import type { ResolvedOAuthProvider } from '../../provider/resolved-provider.js';
import type { ProviderNotice } from './provider-notice.js';
import { faultOf, noticeOf } from './logout-notice.js';

/** Maximum age of a notice, in seconds. */
const MAX_AGE = 600;
/** How long a notice without `exp` is accepted, in seconds. */
const LEGACY_LIFE = 120;
/** Longest notice, in characters. */
const MAX_TOKEN = 16_384;
/** Three base64url parts. */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/**
 * Verifies notices from providers.
 * @see OpenID Connect Back-Channel Logout 1.0 section 2.6; RFC 8725 section 3
 */
@Injectable()
export class LogoutTokenService {
  constructor(
    private readonly metadata: ProviderMetadataService,
    private readonly keys: ProviderKeysService,
  ) {}

  /**
   * @throws {InvalidLogoutToken} for a token that is not a valid notice for this client
   * @throws {AuthError} when the provider's metadata or keys cannot be fetched, or not yet again
   */
  async verify(
    ctx: SessionContext,
    provider: ResolvedOAuthProvider,
    token: unknown,
  ): Promise<ProviderNotice> {
    if (typeof token !== 'string' || token.length > MAX_TOKEN || !COMPACT.test(token)) {
      throw refused('form');
    }
    const { timeoutMs } = ctx.config;
    const outbound = { fetch: provider.fetch ?? ctx.config.fetch, timeoutMs };
    const server = await this.metadata.get(outbound, provider);
    const algorithms = algorithmsOf(provider, server);
    // Checked before a key is fetched for the token.
    if (!algorithms.includes(String(keyOf(token)?.alg))) throw refused('alg');
    const key = provider.signsWithSecret
      ? secretKey(await clientSecretOf(provider, timeoutMs))
      : await this.keys.getCertain(outbound, server.jwks_uri ?? '', keyOf(token) ?? {});
    const claims = await verified(provider, token, { server, algorithms, key });
    const fault = faultOf(claims, provider.clientId);
    if (fault !== undefined) throw refused(fault);
    return noticeOf(claims);
  }
}

/** Refuses an empty key: with it, anyone could create a valid signature. */
function secretKey(secret: string | undefined): Uint8Array {
  if (!secret)
    throw new AuthError('verifying logout tokens of this provider requires the client secret');
  return new TextEncoder().encode(secret);
}

interface Known {
  readonly server: KnownServer;
  readonly algorithms: string[];
  readonly key: Uint8Array | object;
}

async function verified(
  provider: ResolvedOAuthProvider,
  token: string,
  { server, algorithms, key }: Known,
): Promise<JWTPayload> {
  const isLegacy = provider.backchannelLogout?.acceptLegacyTokens === true;
  try {
    const { createLocalJWKSet, decodeJwt, jwtVerify } = await import('jose');
    const options = {
      issuer: issuerOf(server, () => decodeJwt(token)),
      audience: provider.clientId,
      algorithms,
      clockTolerance: provider.clockToleranceSeconds,
      requiredClaims: isLegacy ? ['iat', 'jti'] : ['iat', 'exp', 'jti'],
      maxTokenAge: MAX_AGE,
      ...(isLegacy ? {} : { typ: 'logout+jwt' }),
    };
    const source =
      key instanceof Uint8Array
        ? key
        : createLocalJWKSet((await withSoleKey({ ...key }, token)) as unknown as JSONWebKeySet);
    const { payload, protectedHeader } =
      source instanceof Uint8Array
        ? await jwtVerify(token, source, options)
        : await jwtVerify(token, source, options);
    if (isLegacy) assertLegacy(payload, protectedHeader.typ);
    assertTenant(provider, payload);
    return payload;
  } catch (thrown) {
    if (thrown instanceof InvalidLogoutToken) throw thrown;
    throw refused('jwt', thrown);
  }
}

/** Makes the checks that jose makes for a token that is not legacy. */
function assertLegacy({ iat = 0, exp }: JWTPayload, typ: string | undefined): void {
  const isTyped = typ === undefined || /^(?:application\/)?(?:logout\+)?jwt$/i.test(typ);
  if (!isTyped) throw refused('typ');
  if (exp === undefined && Date.now() / 1000 - iat > LEGACY_LIFE) throw refused('exp');
}

/** As with ID tokens, a multi-tenant issuer has a placeholder for the tenant of the token. */
function issuerOf({ issuer }: KnownServer, claims: () => JWTPayload): string {
  if (!issuer.includes('{tenantid}')) return issuer;
  const { tid } = claims();
  return issuer.replace('{tenantid}', typeof tid === 'string' ? tid : '');
}

/** As with ID tokens: the configured algorithm, or else the metadata's asymmetric algorithms. */
function algorithmsOf({ client }: ResolvedOAuthProvider, server: KnownServer): string[] {
  if (client.id_token_signed_response_alg !== undefined) {
    return [client.id_token_signed_response_alg];
  }
  const named: unknown = server.id_token_signing_alg_values_supported;
  const list = Array.isArray(named) ? named.filter((one) => typeof one === 'string') : [];
  const asymmetric = list.filter((one) => !/^(?:HS|none$)/i.test(one));
  return asymmetric.length > 0 ? asymmetric : ['RS256'];
}

function refused(check: string, err?: unknown): InvalidLogoutToken {
  return new InvalidLogoutToken('the logout token is refused', {
    check,
    ...(err !== undefined && { err: toError(err) }),
  });
}
