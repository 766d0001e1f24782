import { identityField } from '../provider/identity-field.js';
import type { ResolvedCredentialsProvider } from '../provider/resolved-provider.js';
import type { CredentialsForm } from './credentials.form.js';

/**
 * Finds the name of the user who tries to sign in.
 * @returns the name as it was typed, since `authorize` may tell spellings apart; undefined if no
 * field contains it
 */
export function attemptedName(
  { credentials }: Pick<ResolvedCredentialsProvider, 'credentials'>,
  form: CredentialsForm,
): string | undefined {
  const name = identityField(credentials);
  return name === undefined ? undefined : form[name];
}
