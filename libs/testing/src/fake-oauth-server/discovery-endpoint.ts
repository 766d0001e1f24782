import { baseOf } from './base-of.js';
import type { FakeAnswer } from './fake-answer.js';
import type { ProviderState } from './provider-state.js';

/** Returns the provider metadata. @see OpenID Connect Discovery section 3; RFC 9207 section 3 */
export function discoveryEndpoint({ issuer, script, signingAlgorithm }: ProviderState): FakeAnswer {
  const base = baseOf(issuer);
  return {
    json: {
      issuer,
      authorization_endpoint: `${base}/authorize`,
      token_endpoint: `${base}/token`,
      revocation_endpoint: `${base}/revoke`,
      userinfo_endpoint: `${base}/userinfo`,
      jwks_uri: `${base}/jwks`,
      end_session_endpoint: `${base}/end-session`,
      scopes_supported: ['openid', 'profile', 'email'],
      response_types_supported: ['code'],
      response_modes_supported: ['query', 'form_post'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [signingAlgorithm],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      ...script.metadata,
    },
  };
}
