import { CredentialsSignin } from '../errors/sign-in.errors.js';
import { normalizeEmail } from '../model/normalize-email.js';
import { identityField, passwordFields } from '../provider/identity-field.js';
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

/**
 * Returns the declared fields that are not secret: `admin` of one company is not that of another. A
 * user of the adapter whom an address alone names is the same person as for a mailed link.
 */
export function attemptedIdentity(
  {
    credentials,
    usersOfAdapter,
  }: Pick<ResolvedCredentialsProvider, 'credentials' | 'usersOfAdapter'>,
  form: CredentialsForm,
): string {
  const secret = passwordFields(credentials);
  const names = Object.keys(credentials).filter((name) => !secret.includes(name));
  const [only = '', another] = names;
  const address =
    usersOfAdapter && credentials[only]?.type === 'email' && normalizeEmail(form[only]);
  if (address && !another) return address;
  return JSON.stringify(names.toSorted().map((name) => [name, form[name] ?? '']));
}

/** The most characters that a name may have; columns for names have no more. */
const LONGEST_NAME = 255;

/** Whether a store reads a name as it is: some ignore control characters, some cut long names. */
export function isName(name: string): boolean {
  return name.length <= LONGEST_NAME && !/\p{Cc}/u.test(name);
}

/**
 * Refuses a name that a store might read as another one.
 * @throws {CredentialsSignin}
 * @see docs/design/security-bar.md RQ3
 */
export function assertName(name: string | undefined): void {
  if (name === undefined || isName(name)) return;
  throw new CredentialsSignin(
    `the name has control characters, or more than ${LONGEST_NAME} characters`,
  );
}
