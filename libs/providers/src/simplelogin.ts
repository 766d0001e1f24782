import { OIDC, type OIDCConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/** The claims of the ID token that are used. */
export interface SimpleLoginProfile {
  sub?: string;
  name?: string;
  email?: string;
  avatar_url?: string | null;
}

/**
 * Sign-in with SimpleLogin. The email address can be an alias.
 * @see https://simplelogin.io/docs/siwsl/intro/
 */
export function SimpleLogin(
  options: OIDCOptions<SimpleLoginProfile> = {},
): OIDCConfig<SimpleLoginProfile> {
  return OIDC<SimpleLoginProfile>({
    id: 'simplelogin',
    name: 'SimpleLogin',
    issuer: 'https://app.simplelogin.io',
    profile: ({ sub, name, email, avatar_url }) => ({
      id: accountId(sub),
      name,
      email,
      image: avatar_url,
    }),
    style: brand('#e3156a'),
    options,
  });
}
