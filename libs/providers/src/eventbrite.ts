import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { readJson, userinfoUrl } from './read-json.js';

/** The members of the userinfo response that are used. */
export interface EventbriteProfile {
  id?: string;
  name?: string;
  emails?: readonly { email?: string; primary?: boolean; verified?: boolean }[];
  image_id?: string | null;
  email?: string;
  email_verified?: boolean;
}

/**
 * Sign-in with Eventbrite.
 * @see https://www.eventbrite.com/platform/docs/authentication
 */
export function Eventbrite(
  options: OAuthUserConfig<EventbriteProfile> = {},
): OAuthConfig<EventbriteProfile> {
  return OAuth<EventbriteProfile>({
    id: 'eventbrite',
    name: 'Eventbrite',
    authorization: {
      url: 'https://www.eventbrite.com/oauth/authorize',
      params: { scope: 'user.profile' },
    },
    token: 'https://www.eventbrite.com/oauth/token',
    userinfo: {
      url: 'https://www.eventbriteapi.com/v3/users/me/',
      request: async (context) => {
        const user = await readJson<EventbriteProfile>(context, userinfoUrl(context));
        const { email, verified } = primaryOf(user) ?? {};
        return { ...user, email, email_verified: verified };
      },
    },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: (profile) => ({
      id: accountId(profile.id),
      name: profile.name,
      email: primaryOf(profile)?.email,
      image: imageUrl(profile.image_id),
    }),
    style: brand('#f05537'),
    options,
  });
}

function primaryOf({ emails }: EventbriteProfile) {
  return emails?.find(({ primary }) => primary);
}

function imageUrl(id: string | null | undefined): string | null {
  if (!id) return null;
  const original = `https://cdn.evbuc.com/images/${encodeURIComponent(id)}/1/original.jpg`;
  return `https://img.evbuc.com/${encodeURIComponent(original)}`;
}
