import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';

/** The members of the userinfo response that are used. */
export interface YandexProfile {
  id?: string;
  display_name?: string | null;
  real_name?: string | null;
  first_name?: string | null;
  default_email?: string;
  emails?: readonly string[];
  is_avatar_empty?: boolean;
  default_avatar_id?: string;
}

/**
 * Sign-in with Yandex.
 * @see https://yandex.com/dev/id/doc/en/
 */
export function Yandex(options: OAuthUserConfig<YandexProfile> = {}): OAuthConfig<YandexProfile> {
  return OAuth<YandexProfile>({
    id: 'yandex',
    name: 'Yandex',
    authorization: {
      url: 'https://oauth.yandex.ru/authorize',
      params: { scope: 'login:info login:email login:avatar' },
    },
    token: 'https://oauth.yandex.ru/token',
    userinfo: { url: 'https://login.yandex.ru/info', params: { format: 'json' } },
    profile: (profile) => ({
      id: accountId(profile.id),
      name: profile.display_name ?? profile.real_name ?? profile.first_name,
      email: profile.default_email ?? profile.emails?.[0],
      image: avatarUrl(profile),
    }),
    verifiedEmail: false,
    style: brand('#ffcc00'),
    options,
  });
}

function avatarUrl({ is_avatar_empty, default_avatar_id }: YandexProfile): string | null {
  if (is_avatar_empty || !default_avatar_id) return null;
  return `https://avatars.yandex.net/get-yapic/${default_avatar_id}/islands-200`;
}
