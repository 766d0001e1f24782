import { OIDC, type OIDCConfig, type TokenSet } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/** The claims of the ID token that are used. */
export interface AzureADB2CProfile {
  sub?: string;
  name?: string;
  preferred_username?: string;
  emails?: readonly string[];
}

/**
 * Sign-in with Azure AD B2C. The issuer is
 * `https://<tenant>.b2clogin.com/<tenant>.onmicrosoft.com/<user flow>/v2.0`.
 * @see https://learn.microsoft.com/azure/active-directory-b2c/openid-connect
 */
export function AzureADB2C(
  options: OIDCOptions<AzureADB2CProfile> = {},
): OIDCConfig<AzureADB2CProfile> {
  return OIDC<AzureADB2CProfile>({
    id: 'azure-ad-b2c',
    name: 'Azure AD B2C',
    profile: ({ sub, name, preferred_username, emails }) => ({
      id: accountId(sub),
      name: name ?? preferred_username,
      email: emails?.[0],
    }),
    // Asked for none of its APIs, it sends an ID token only; the OAuth library needs both.
    token: { conform: withAccessToken },
    account: withoutMadeUpToken,
    verifiedEmail: false,
    style: brand('#0072c6'),
    options,
  });
}

/** @see https://learn.microsoft.com/azure/active-directory-b2c/openid-connect#get-a-token */
async function withAccessToken(response: Response): Promise<Response | undefined> {
  const body: unknown = response.ok ? await response.json() : undefined;
  if (typeof body !== 'object' || body === null) return undefined;
  if ('access_token' in body || !('id_token' in body)) return undefined;
  return Response.json({ token_type: 'Bearer', ...body, access_token: body.id_token });
}

/** Returns what is stored by default, without the ID token in the place of an access token. */
function withoutMadeUpToken(tokens: TokenSet): TokenSet {
  const { access_token, token_type, ...others } = storedByDefault(tokens);
  return access_token === others.id_token ? others : { access_token, token_type, ...others };
}

function storedByDefault({
  access_token,
  id_token,
  refresh_token,
  expires_at,
  scope,
  token_type,
  session_state,
}: TokenSet): TokenSet {
  return { access_token, id_token, refresh_token, expires_at, scope, token_type, session_state };
}
