import { checkClient } from './check-client.js';
import type { FakeAnswer } from './fake-answer.js';
import type { ProviderState } from './provider-state.js';
import type { RecordedRequest } from './recorded-request.js';
import { RefusedRequest } from './refused-request.js';

/** Revokes a token; an unknown token is not an error. @see RFC 7009 section 2.2 */
export async function revocationEndpoint(
  state: ProviderState,
  request: RecordedRequest,
): Promise<FakeAnswer> {
  try {
    await checkClient(request, state.client, state);
    state.grants.revoke(request.form.get('token') ?? '');
    return { status: 200 };
  } catch (thrown) {
    if (!(thrown instanceof RefusedRequest)) throw thrown;
    return { status: 401, json: { error: thrown.code } };
  }
}
