import type { ActionContext } from '../request/context/action-context.js';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';

/**
 * Parameters that decide who signs in, where, and with which rights, or that identify the client.
 * The caller cannot set them, even if the provider lists them.
 * @see RFC 7523 section 2.2; RFC 9396; RFC 9449 section 10; OpenID Connect Core sections 3.1.2.1, 7.2.1
 */
const DECISIVE: ReadonlySet<string> = new Set([
  'redirect_uri',
  'client_id',
  'response_type',
  'response_mode',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'request',
  'request_uri',
  'registration',
  'id_token_hint',
  'authorization_details',
  'client_assertion',
  'client_assertion_type',
  'dpop_jkt',
]);

/**
 * Returns the configured parameters of the authorization request, together with those that the
 * caller of sign-in may add or change in the query or the form.
 * @see docs/design/wire-contract.md 7.1 step 3; docs/design/security-bar.md C07
 */
export function authorizationParams(
  { request }: ActionContext,
  { authorization, authorizationParams: allowed }: ResolvedOAuthProvider,
): Record<string, string> {
  const params = { ...authorization.params };
  for (const name of allowed) {
    if (DECISIVE.has(name)) continue;
    const inQuery = request.query[name];
    // An empty value may be meant, but does not hide the one in the form.
    const asked = inQuery || (request.body?.[name] ?? inQuery);
    if (typeof asked === 'string') params[name] = asked;
  }
  return params;
}
