import { identityField } from '../provider/identity-field.js';
import type { ResolvedCredentialsProvider } from '../provider/resolved-provider.js';
import type { CredentialsForm } from './credentials.form.js';

/**
 * The name of the person who tries to sign in.
 * @returns lower case and trimmed, since most `authorize` look up so; undefined where no field names it
 */
export function attemptedName(
  { credentials }: Pick<ResolvedCredentialsProvider, 'credentials'>,
  form: CredentialsForm,
): string | undefined {
  const name = identityField(credentials);
  const value = name === undefined ? undefined : form[name];
  // Of a megabyte the normal form could be eighteen.
  return value?.slice(0, MAX_LENGTH).normalize('NFKC').trim().toLowerCase();
}

/** Characters that are looked at; no name is longer. */
const MAX_LENGTH = 1024;
