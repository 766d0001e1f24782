import { InvalidRequest } from '../errors/internal.errors.js';
import type { RequestBody } from '../request/context/auth-request.js';

/** All fields of the form, exactly as received. */
export type CredentialsForm = Record<string, string>;

/**
 * @throws {InvalidRequest} when a field is not a string: code that checks passwords must never
 * receive an object
 * @see docs/design/security-bar.md E15, F15
 */
export function parseCredentialsForm(body: RequestBody | undefined): CredentialsForm {
  const fields = body ?? {};
  if (Object.values(fields).some((value) => typeof value !== 'string')) {
    throw new InvalidRequest('each field of the form must be a string');
  }
  return { ...fields } as CredentialsForm;
}
