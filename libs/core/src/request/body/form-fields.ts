import { InvalidRequest } from '../../errors/internal.errors.js';
import type { AuthRequest } from '../context/auth-request.js';

/** Returns the fields of a form, exactly as received. @throws {InvalidRequest} if one is no string */
export function formFields({
  request,
}: {
  readonly request: AuthRequest;
}): Readonly<Record<string, string>> {
  const fields = request.body ?? {};
  if (Object.values(fields).some((value) => typeof value !== 'string')) {
    throw new InvalidRequest('each field of the form must be a string');
  }
  return fields as Record<string, string>;
}
