import {
  type AuthorizationContext,
  OAuth,
  type OAuthConfig,
  type OAuthUserConfig,
} from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { fullName } from './full-name.js';
import { repairTokenResponse } from './repair-token-response.js';

/** The members of the userinfo response that are used. */
export interface WorkOSProfile {
  id?: string;
  organization_id?: string | null;
  connection_id?: string;
  /** Type of the connection, such as `GoogleOAuth` or `OktaSAML`. */
  connection_type?: string;
  first_name?: string | null;
  last_name?: string | null;
  email?: string;
  raw_attributes?: { picture?: string };
}

export interface WorkOSOptions extends OAuthUserConfig<WorkOSProfile> {
  /**
   * Id of a connection. Set `connection`, `organization` or `provider` to select who can sign in;
   * the value is compared with the profile.
   */
  connection?: string;
  organization?: string;
  /** Type of connection, such as `GoogleOAuth`; `authkit` admits everyone. */
  provider?: string;
}

/**
 * Sign-in with WorkOS, which has no scopes. To choose the connection for each sign-in, list its
 * parameter in `authorizationParams` and send it with the sign-in.
 * @see https://workos.com/docs/reference/sso
 */
export function WorkOS(options: WorkOSOptions = {}): OAuthConfig<WorkOSProfile> {
  const { connection, organization, provider } = options;
  return OAuth<WorkOSProfile>({
    id: 'workos',
    name: 'WorkOS',
    issuer: 'https://api.workos.com',
    authorization: {
      url: '{issuer}/sso/authorize',
      params: { connection, organization, provider, scope: '' },
      request: withSelector,
    },
    token: { url: '{issuer}/sso/token', conform: repairTokenResponse },
    userinfo: '{issuer}/sso/profile',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, first_name, last_name, email, raw_attributes }) => ({
      id: accountId(id),
      name: fullName(first_name, last_name),
      email,
      image: raw_attributes?.picture,
    }),
    restrictions: {
      connection: ({ connection_id }, wanted) => connection_id === wanted,
      organization: ({ organization_id }, wanted) => organization_id === wanted,
      provider: ({ connection_type }, wanted) => wanted === 'authkit' || connection_type === wanted,
    },
    verifiedEmail: false,
    style: brand('#6363f1'),
    options,
  });
}

/** WorkOS refuses a request that selects no connection, on a page of its own. */
function withSelector({ url, params }: AuthorizationContext): URL {
  const selectors = ['connection', 'organization', 'provider'];
  if (url && selectors.some((name) => params[name])) return url;
  throw new Error(
    'WorkOS: set `connection`, `organization` or `provider`, such as `provider: "authkit"`, or list one in `authorizationParams` and send it with the sign-in',
  );
}
