import type { CredentialInput } from './credentials-provider.js';

/** The inputs of a form, by name. */
type Inputs = Readonly<Record<string, CredentialInput>>;

/** Input types whose value is the same for many users, or must not be read. */
const UNTYPED = /^(?:password|hidden|checkbox)$/i;

/**
 * Finds the field that identifies the user of an attempt: the one that browsers treat as the user
 * name, otherwise the first one that users type in, except passwords. Only declared inputs count:
 * with a made-up field, a client could make every attempt look like that of another user.
 */
export function identityField(inputs: Inputs): string | undefined {
  const fields = Object.entries(inputs).filter(([, { type = 'text' }]) => !UNTYPED.test(type));
  const [name] = fields.find(([, input]) => namesUser(input)) ?? fields[0] ?? [];
  return name;
}

/** Returns the names of the password fields. */
export function passwordFields(inputs: Inputs): string[] {
  return Object.keys(inputs).filter((name) => /^password$/i.test(inputs[name]?.type ?? ''));
}

/** Whether a form identifies a user, and does not only ask for a secret such as a code. */
export function namesPerson(inputs: Inputs): boolean {
  return Object.values(inputs).some(namesUser) || passwordFields(inputs).length > 0;
}

/** @see HTML Standard, 4.10.18.7 Autofill */
function namesUser({ type, autocomplete }: CredentialInput): boolean {
  const tokens = (autocomplete ?? '').split(' ');
  return type === 'email' || tokens.includes('username') || tokens.includes('email');
}
