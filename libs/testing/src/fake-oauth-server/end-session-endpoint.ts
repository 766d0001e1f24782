import { decodeJwt } from 'jose';
import type { FakeAnswer } from './fake-answer.js';
import type { ProviderState } from './provider-state.js';
import type { RecordedRequest } from './recorded-request.js';

/**
 * Signs the user out, and redirects the browser back with the `state` of the request.
 * @see OpenID Connect RP-Initiated Logout 1.0 sections 2 and 3
 */
export function endSessionEndpoint(state: ProviderState, { query }: RecordedRequest): FakeAnswer {
  const problem = problemOf(state, query);
  if (problem !== undefined) return { status: 400, body: problem };
  const returnTo = query.get('post_logout_redirect_uri');
  if (returnTo === null) return { body: 'You are signed out.' };
  const location = new URL(returnTo);
  const value = query.get('state');
  if (value !== null) location.searchParams.set('state', value);
  return { status: 302, headers: { location: location.href } };
}

function problemOf({ client, issuer }: ProviderState, query: URLSearchParams): string | undefined {
  if (query.get('client_id') !== client.clientId) return 'client_id is unknown';
  if (!URL.canParse(query.get('post_logout_redirect_uri') ?? issuer)) {
    return 'post_logout_redirect_uri is not a URL';
  }
  const hint = query.get('id_token_hint');
  if (hint === null) return undefined;
  const { iss, aud } = decodeJwt(hint);
  return iss === issuer && aud === client.clientId
    ? undefined
    : 'id_token_hint was not issued here for this client';
}
