import {
  AuthError,
  OAuth,
  type OAuthConfig,
  type OAuthUserConfig,
  type UserinfoContext,
} from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { readJson, userinfoUrl } from './read-json.js';

/** The members of the userinfo response that are used, and the URL of the picture. */
export interface NextcloudProfile {
  id?: string;
  displayname?: string;
  email?: string | null;
  picture?: string;
}

interface OcsResponse {
  ocs?: { data?: NextcloudProfile };
}

/**
 * Sign-in with Nextcloud, which has no scopes. The issuer is the URL of your server.
 * @see https://docs.nextcloud.com/server/latest/admin_manual/configuration_server/oauth2.html
 */
export function Nextcloud(
  options: OAuthUserConfig<NextcloudProfile> = {},
): OAuthConfig<NextcloudProfile> {
  return OAuth<NextcloudProfile>({
    id: 'nextcloud',
    name: 'Nextcloud',
    authorization: { url: '{issuer}/apps/oauth2/authorize', params: { scope: '' } },
    token: '{issuer}/apps/oauth2/api/v1/token',
    userinfo: { url: '{issuer}/ocs/v1.php/cloud/users', request: readUser },
    profile: ({ id, displayname, email, picture }) => ({
      id: accountId(id),
      name: displayname,
      email,
      image: picture,
    }),
    verifiedEmail: false,
    style: brand('#0082c9'),
    options,
  });
}

/** Requests the account whose id is in the token response. */
async function readUser(context: UserinfoContext): Promise<NextcloudProfile> {
  const { provider, tokens } = context;
  const user = accountId(tokens['user_id']);
  if (user === undefined) throw new AuthError('Nextcloud: the token endpoint returned no user_id');
  const url = `${userinfoUrl(context)}/${encodeURIComponent(user)}`;
  const headers = { 'ocs-apirequest': 'true' };
  const { ocs } = await readJson<OcsResponse>(context, url, { headers });
  const site = provider.issuer?.replace(/\/+$/, '');
  const id = ocs?.data?.id;
  return { ...ocs?.data, picture: id && `${site}/avatar/${encodeURIComponent(id)}/512` };
}
