import type { FakeAnswer } from './fake-answer.js';
import type { ProviderState } from './provider-state.js';
import type { RecordedRequest } from './recorded-request.js';
import { RefusedRequest } from './refused-request.js';

/** Returns the user's claims for an access token. @see OpenID Connect Core section 5.3 */
export function userinfoEndpoint(
  { grants, script }: ProviderState,
  { headers }: RecordedRequest,
): FakeAnswer {
  try {
    grants.assertBearer(headers.authorization);
    return { json: { ...script.claims, ...script.userinfo } };
  } catch (thrown) {
    if (!(thrown instanceof RefusedRequest)) throw thrown;
    return { status: 401, headers: { 'www-authenticate': 'Bearer' }, json: { error: thrown.code } };
  }
}
