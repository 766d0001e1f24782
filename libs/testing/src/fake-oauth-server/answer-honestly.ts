import { answerAuthorize } from './answer-authorize.js';
import { answerDiscovery } from './answer-discovery.js';
import { answerEndSession } from './answer-end-session.js';
import { answerJwks } from './answer-jwks.js';
import { answerRevocation } from './answer-revocation.js';
import { answerToken } from './answer-token.js';
import { answerUserinfo } from './answer-userinfo.js';
import type { FakeAnswer } from './fake-answer.js';
import type { ProviderState } from './provider-state.js';
import type { RecordedRequest } from './recorded-request.js';

/** How the provider responds where a test scripts nothing else. */
export async function answerHonestly(
  state: ProviderState,
  request: RecordedRequest,
): Promise<FakeAnswer> {
  const { endpoint } = request;
  switch (endpoint) {
    case 'discovery':
      return answerDiscovery(state);
    case 'authorize':
      return answerAuthorize(state, request);
    case 'token':
      return answerToken(state, request);
    case 'revocation':
      return answerRevocation(state, request);
    case 'userinfo':
      return answerUserinfo(state, request);
    case 'jwks':
      return answerJwks(state);
    case 'endSession':
      return answerEndSession(state, request);
    case 'other':
      return { status: 404, body: 'Not found' };
    default:
      return endpoint satisfies never;
  }
}
