import { OIDC, type OIDCConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/** Claims of the ID token, as far as they are read. */
export interface SimpleLoginProfile {
  sub?: string;
  name?: string;
  email?: string;
  avatar_url?: string | null;
}

/**
 * SimpleLogin. The address may be an alias.
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
