import { InvalidRequest } from '../errors/internal.errors.js';
import type { AuthRequest } from '../request/context/auth-request.js';

/**
 * Returns the fields of a posted callback.
 * @throws {InvalidRequest} when a field occurs twice or is not a string
 * @see RFC 6749 section 3.1
 */
export function postedParams({
  body = {},
  repeated = [],
}: Pick<AuthRequest, 'body' | 'repeated'>): URLSearchParams {
  if (repeated.length > 0) throw new InvalidRequest('each field of the form must occur only once');
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(body)) {
    if (typeof value !== 'string')
      throw new InvalidRequest('each field of the form must be a string');
    fields.append(name, value);
  }
  return fields;
}
