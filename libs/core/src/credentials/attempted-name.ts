import type { CredentialInput } from '../provider/credentials-provider.js';
import type { ResolvedCredentialsProvider } from '../provider/resolved-provider.js';
import type { CredentialsForm } from './credentials.form.js';

/**
 * Whom an attempt is about: the field that browsers take for the user name, else the first that is
 * no password. Only what the provider declares counts, or a field made up by the sender would make
 * every attempt another one.
 * @returns lower case and trimmed, since most `authorize` look up so; undefined where nothing tells
 */
export function attemptedName(
  { credentials }: Pick<ResolvedCredentialsProvider, 'credentials'>,
  form: CredentialsForm,
): string | undefined {
  const fields = Object.entries(credentials).filter(([, { type }]) => type !== 'password');
  const [name] = fields.find(([, input]) => namesUser(input)) ?? fields[0] ?? [];
  const value = name === undefined ? undefined : form[name];
  // Of a megabyte the normal form could be eighteen.
  return value?.slice(0, MAX_LENGTH).normalize('NFKC').trim().toLowerCase();
}

/** Characters that are looked at; no name is longer. */
const MAX_LENGTH = 1024;

/** @see HTML Standard, 4.10.18.7 Autofill */
function namesUser({ type, autocomplete }: CredentialInput): boolean {
  const tokens = (autocomplete ?? '').split(' ');
  return type === 'email' || tokens.includes('username') || tokens.includes('email');
}
