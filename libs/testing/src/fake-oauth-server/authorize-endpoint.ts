import type { FakeAnswer } from './fake-answer.js';
import type { ProviderState } from './provider-state.js';
import type { RecordedRequest } from './recorded-request.js';

/**
 * Signs the user in without a page, and sends the browser back with a redirect or a form that
 * submits itself.
 * @see RFC 6749 section 4.1.2; OAuth 2.0 Form Post Response Mode
 */
export function authorizeEndpoint(state: ProviderState, { query }: RecordedRequest): FakeAnswer {
  const redirectUri = query.get('redirect_uri') ?? '';
  const problem = problemOf(query, state.client.clientId);
  if (problem !== undefined) return { status: 400, body: problem };
  const parameters = callbackParameters(state, query, redirectUri);
  if (query.get('response_mode') === 'form_post') return { body: formOf(redirectUri, parameters) };
  const location = new URL(redirectUri);
  for (const [name, value] of parameters) location.searchParams.set(name, value);
  return { status: 302, headers: { location: location.href } };
}

function problemOf(query: URLSearchParams, clientId: string): string | undefined {
  if (query.get('client_id') !== clientId) return 'client_id is unknown';
  if (query.get('response_type') !== 'code') return 'response_type must be code';
  if (!URL.canParse(query.get('redirect_uri') ?? '')) return 'redirect_uri is not a URL';
  if (query.has('code_challenge') && query.get('code_challenge_method') !== 'S256') {
    return 'code_challenge_method must be S256';
  }
  return undefined;
}

function callbackParameters(
  { grants, issuer, script }: ProviderState,
  query: URLSearchParams,
  redirectUri: string,
): [name: string, value: string][] {
  const code = grants.issueCode({
    redirectUri,
    scope: query.get('scope') ?? '',
    nonce: query.get('nonce') ?? undefined,
    challenge: query.get('code_challenge') ?? undefined,
  });
  const state = query.get('state') ?? undefined;
  const parameters: Record<string, string | undefined> = {
    code,
    state,
    iss: issuer,
    ...script.callback,
  };
  return Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] satisfies [string, string]],
  );
}

function formOf(action: string, parameters: readonly [string, string][]): string {
  const inputs = parameters.map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  return `<!doctype html><body onload="document.forms[0].submit()">
<form method="post" action="${escaped(action)}">${inputs.join('')}<button>Continue</button></form>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
