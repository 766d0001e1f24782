import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { repairTokenResponse } from './repair-token-response.js';

/** The members of the userinfo response that are used. */
export interface MailruProfile {
  id?: string;
  name?: string;
  nickname?: string;
  email?: string;
  image?: string;
}

/**
 * Sign-in with Mail.ru.
 * @see https://id.mail.ru/oauth/docs/
 */
export function Mailru(options: OAuthUserConfig<MailruProfile> = {}): OAuthConfig<MailruProfile> {
  return OAuth<MailruProfile>({
    id: 'mailru',
    name: 'Mail.ru',
    authorization: { url: 'https://oauth.mail.ru/login', params: { scope: 'userinfo' } },
    token: { url: 'https://oauth.mail.ru/token', conform: repairTokenResponse },
    userinfo: 'https://oauth.mail.ru/userinfo',
    profile: ({ id, name, nickname, email, image }) => ({
      id: accountId(id),
      name: name ?? nickname,
      email,
      image,
    }),
    verifiedEmail: false,
    style: brand('#005ff9'),
    options,
  });
}
