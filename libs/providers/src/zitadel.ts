import { OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/**
 * Sign-in with ZITADEL. The issuer is the URL of your instance. A scope with an organization admits
 * only its members; the ID token must then contain the organization.
 * @see https://zitadel.com/docs/guides/integrate/login/oidc
 */
export function ZITADEL(options: OIDCOptions = {}): OIDCConfig {
  return OIDC({
    id: 'zitadel',
    name: 'ZITADEL',
    restrictions: { scope: isOfOrganization },
    style: brand('#5469d4'),
    options,
  });
}

/** @see https://zitadel.com/docs/apis/openidoauth/scopes */
function isOfOrganization(claims: Readonly<Record<string, unknown>>, scope: string): boolean {
  const owner = 'urn:zitadel:iam:user:resourceowner';
  return (
    isOneOf(claims[`${owner}:id`], scope, 'urn:zitadel:iam:org:id:') &&
    isOneOf(claims[`${owner}:primary_domain`], scope, 'urn:zitadel:iam:org:domain:primary:')
  );
}

/** Whether a claim equals one of the values in the scope; true if the scope contains none. */
function isOneOf(claim: unknown, scope: string, prefix: string): boolean {
  const wanted = scope
    .split(' ')
    .filter((token) => token.startsWith(prefix))
    .map((token) => token.slice(prefix.length));
  return wanted.length === 0 || wanted.some((value) => value === claim);
}
