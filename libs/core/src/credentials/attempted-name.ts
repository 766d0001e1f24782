import { identityField } from '../provider/identity-field.js';
import type { ResolvedCredentialsProvider } from '../provider/resolved-provider.js';
import type { CredentialsForm } from './credentials.form.js';

/**
 * Finds the name of the user who tries to sign in.
 * @returns the name in lower case and trimmed, as most `authorize` functions look it up; undefined
 * if no field contains it
 */
export function attemptedName(
  { credentials }: Pick<ResolvedCredentialsProvider, 'credentials'>,
  form: CredentialsForm,
): string | undefined {
  const name = identityField(credentials);
  const value = name === undefined ? undefined : form[name];
  // Cut first: the normal form of one megabyte could take up eighteen.
  return value?.slice(0, MAX_LENGTH).normalize('NFKC').trim().toLowerCase();
}

/** Maximum number of characters that are read; no name is longer. */
const MAX_LENGTH = 1024;
