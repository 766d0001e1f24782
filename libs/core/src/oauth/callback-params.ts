import { InvalidProvider, InvalidRequest } from '../errors/internal.errors.js';
import type { AuthContext } from '../exchange/auth-context.js';
import type { AuthRequest } from '../exchange/auth-request.js';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';

/**
 * The parameters of a callback. They arrive in one way only, the one that was asked for: otherwise a
 * link could do what the provider's page does by a form.
 * @throws {InvalidProvider} when the callback arrives in the other way
 * @throws {InvalidRequest} when a field of the form comes twice, or is no text
 * @see OAuth 2.0 Form Post Response Mode; security bar B31
 */
export function callbackParams(
  { request }: AuthContext,
  { responseMode }: ResolvedOAuthProvider,
): URLSearchParams {
  const isPost = request.method === 'POST';
  if (isPost !== (responseMode === 'form_post')) {
    throw new InvalidProvider(
      `the provider answers by ${responseMode === 'form_post' ? 'POST' : 'GET'}`,
    );
  }
  return isPost ? fieldsOf(request) : new URLSearchParams(request.search);
}

/** @see RFC 6749 section 3.1; security bar C06 */
function fieldsOf({ body = {}, repeated = [] }: AuthRequest): URLSearchParams {
  if (repeated.length > 0) throw new InvalidRequest('each field of the form must come once');
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(body)) {
    if (typeof value !== 'string')
      throw new InvalidRequest('each field of the form must be a text');
    fields.append(name, value);
  }
  return fields;
}
