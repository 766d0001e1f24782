import { checkClient } from './check-client.js';
import type { FakeAnswer } from './fake-answer.js';
import type { Grant } from './grants.js';
import type { ProviderState } from './provider-state.js';
import type { RecordedRequest } from './recorded-request.js';
import { RefusedRequest } from './refused-request.js';
import { issueIdToken } from './sign-token.js';

/** Redeems a code or refresh token. @see RFC 6749 section 5; OpenID Connect Core 3.1.3.3 */
export async function tokenEndpoint(
  state: ProviderState,
  request: RecordedRequest,
): Promise<FakeAnswer> {
  try {
    if (request.method !== 'POST') throw new RefusedRequest('invalid_request', 'POST is required');
    await checkClient(request, state.client, state);
    return { json: await issueTokens(state, request) };
  } catch (thrown) {
    if (!(thrown instanceof RefusedRequest)) throw thrown;
    const { code, message } = thrown;
    const status = code === 'invalid_client' ? 401 : 400;
    return { status, json: { error: code, error_description: message } };
  }
}

async function issueTokens(state: ProviderState, { form }: RecordedRequest): Promise<object> {
  const { grant, refreshToken } = redeem(state, form);
  const accessToken = state.grants.issueAccessToken();
  const isOpenId = grant.scope.split(' ').includes('openid');
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: 3600,
    scope: grant.scope,
    refresh_token: refreshToken,
    id_token: isOpenId ? await issueIdToken(state, grant, accessToken) : undefined,
    ...state.script.tokens,
  };
}

/** Accepts a code, or a refresh token if the provider issues any. @see RFC 6749 section 6 */
function redeem(
  { grants, script }: ProviderState,
  form: URLSearchParams,
): { grant: Grant; refreshToken?: string } {
  const { refreshTokens } = script;
  if (form.get('grant_type') === 'refresh_token' && refreshTokens !== 'none') {
    return grants.refresh(form, refreshTokens === 'rotating');
  }
  const grant = grants.redeem(form);
  const refreshToken = refreshTokens === 'none' ? undefined : grants.issueRefreshToken(grant);
  return { grant, refreshToken };
}
