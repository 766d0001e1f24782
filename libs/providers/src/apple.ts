import { OIDC, type OIDCConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { MARKS } from './marks.js';
import { fullName } from './full-name.js';
import type { OIDCOptions } from './oidc-options.js';

/** The claims of the ID token that are used, and `user`, which only the first callback has. */
export interface AppleProfile {
  sub?: string;
  email?: string;
  email_verified?: boolean | 'true' | 'false';
  /** From a form that the browser posts, so it is not trustworthy. */
  user?: { name?: { firstName?: string; lastName?: string } };
}

/**
 * Sign-in with Apple. Create the client secret with `appleClientSecret`. Apple sends the name only
 * once, when the user first consents. It posts its response as a form (`form_post`), and requires
 * https and a public host name.
 * @see https://developer.apple.com/documentation/signinwithapple/
 */
export function Apple(options: OIDCOptions<AppleProfile> = {}): OIDCConfig<AppleProfile> {
  return OIDC<AppleProfile>({
    id: 'apple',
    name: 'Apple',
    issuer: 'https://appleid.apple.com',
    logoutDefaults: 'unsupported',
    authorization: { params: { scope: 'name email', response_mode: 'form_post' } },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    checks: ['nonce', 'state'],
    profile: ({ sub, email, user }) => ({
      id: accountId(sub),
      name: fullName(user?.name?.firstName, user?.name?.lastName) ?? email,
      email,
    }),
    style: brand('#000000', MARKS.apple, 'white'),
    options,
  });
}
