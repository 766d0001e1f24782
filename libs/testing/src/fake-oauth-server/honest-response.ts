import { authorizeEndpoint } from './authorize-endpoint.js';
import { discoveryEndpoint } from './discovery-endpoint.js';
import { endSessionEndpoint } from './end-session-endpoint.js';
import { jwksEndpoint } from './jwks-endpoint.js';
import { revocationEndpoint } from './revocation-endpoint.js';
import { tokenEndpoint } from './token-endpoint.js';
import { userinfoEndpoint } from './userinfo-endpoint.js';
import type { FakeAnswer } from './fake-answer.js';
import type { ProviderState } from './provider-state.js';
import type { RecordedRequest } from './recorded-request.js';

/** Returns the provider's default response to a request. */
export async function respondHonestly(
  state: ProviderState,
  request: RecordedRequest,
): Promise<FakeAnswer> {
  const { endpoint } = request;
  switch (endpoint) {
    case 'discovery':
      return discoveryEndpoint(state);
    case 'authorize':
      return authorizeEndpoint(state, request);
    case 'token':
      return tokenEndpoint(state, request);
    case 'revocation':
      return revocationEndpoint(state, request);
    case 'userinfo':
      return userinfoEndpoint(state, request);
    case 'jwks':
      return jwksEndpoint(state);
    case 'endSession':
      return endSessionEndpoint(state, request);
    case 'other':
      return { status: 404, body: 'Not found' };
    default:
      return endpoint satisfies never;
  }
}
