import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';

/** What the userinfo endpoint tells, as far as it is read. */
export interface EventbriteProfile {
  id?: string;
  name?: string;
  emails?: readonly { email?: string; primary?: boolean }[];
  image_id?: string | null;
}

/**
 * Eventbrite.
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
    userinfo: 'https://www.eventbriteapi.com/v3/users/me/',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, name, emails, image_id }) => ({
      id: accountId(id),
      name,
      email: emails?.find(({ primary }) => primary)?.email,
      image: imageUrl(image_id),
    }),
    style: brand('#f05537', 'Ev'),
    options,
  });
}

function imageUrl(id: string | null | undefined): string | null {
  if (!id) return null;
  const original = `https://cdn.evbuc.com/images/${encodeURIComponent(id)}/1/original.jpg`;
  return `https://img.evbuc.com/${encodeURIComponent(original)}`;
}
