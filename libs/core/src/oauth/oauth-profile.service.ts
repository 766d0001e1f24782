import { Injectable } from '@nestjs/common';
import { AuthError } from '../errors/auth.error.js';
import type { SessionContext } from '../request/context/session-context.js';
import type { Profile } from '../model/profile.js';
import type { TokenSet } from '../model/token-set.js';
import { callUser } from '../model/call-user.js';
import { deepCopy } from '../model/deep-copy.js';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';
import { clientSecretOf } from './client/client-secret.js';
import { handlerProvider } from './client/handler-provider.js';
import type { OpenedProvider } from './client/oauth-configuration.service.js';

/** The data that is available before the profile is fetched. */
export interface Redeemed {
  readonly opened: OpenedProvider;
  readonly tokens: TokenSet;
  /** The verified claims of the ID token; absent if there is none. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

/**
 * Finds the user's profile once there are tokens.
 * @see docs/design/wire-contract.md 7.2 step 14
 */
@Injectable()
export class OAuthProfileService {
  /** @throws when the provider returns no profile, or its `sub` is not that of the ID token */
  async find(
    ctx: SessionContext,
    provider: ResolvedOAuthProvider,
    redeemed: Redeemed,
  ): Promise<Profile> {
    if (provider.type === 'oauth') return this.userinfo(ctx, provider, redeemed);
    const { claims } = redeemed;
    if (typeof claims?.['sub'] !== 'string' || claims['sub'] === '') {
      throw new AuthError('the ID token has no `sub`');
    }
    if (provider.idToken) return claims;
    const userinfo = await this.userinfo(ctx, provider, redeemed, claims['sub']);
    if (userinfo.sub !== claims['sub']) {
      throw new AuthError('`sub` of the user info differs from that of the ID token');
    }
    return joined(claims, userinfo);
  }

  private async userinfo(
    ctx: SessionContext,
    provider: ResolvedOAuthProvider,
    { opened, tokens }: Redeemed,
    subject?: string,
  ): Promise<Profile> {
    const { request } = provider.userinfo;
    const token = tokens.access_token ?? '';
    if (!request) {
      return subject === undefined
        ? fetchProfile(opened, token)
        : opened.library.fetchUserInfo(opened.configuration, token, subject);
    }
    const secret = await clientSecretOf(provider, ctx.config.timeoutMs);
    const asked = { provider: handlerProvider(ctx, provider, secret), fetch: opened.fetch };
    const value = await callUser(ctx.config, 'userinfo.request', () =>
      request({ tokens: deepCopy(tokens), ...asked }),
    );
    return asProfile(value, 'userinfo.request');
  }
}

/** Merges claims and user info; keeps an address and its `email_verified` together. */
function joined(claims: Profile, userinfo: Profile): Profile {
  const { email, email_verified: verified, ...rest } = claims;
  return userinfo.email === undefined || userinfo.email === email
    ? { ...rest, email, email_verified: verified, ...userinfo }
    : { ...rest, ...userinfo };
}

/**
 * Fetches the profile from a plain OAuth 2.0 provider. `fetchUserInfo` of the library requires
 * `sub`, which OAuth 2.0 does not define.
 * @see RFC 6750 section 2.1
 */
async function fetchProfile(
  { configuration, library }: OpenedProvider,
  token: string,
): Promise<Profile> {
  const endpoint = configuration.serverMetadata().userinfo_endpoint;
  if (endpoint === undefined) throw new AuthError('the provider has no userinfo endpoint');
  const headers = new Headers({ accept: 'application/json' });
  const url = new URL(endpoint);
  const response = await library.fetchProtectedResource(
    configuration,
    token,
    url,
    'GET',
    null,
    headers,
  );
  if (response.status !== 200)
    throw new AuthError(`the userinfo endpoint responded with ${response.status}`);
  return asProfile(await response.json(), 'the userinfo endpoint');
}

function asProfile(value: unknown, from: string): Profile {
  if (isProfile(value)) return value;
  throw new AuthError(`${from} did not return an object`);
}

function isProfile(value: unknown): value is Profile {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
