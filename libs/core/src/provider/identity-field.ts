import type { CredentialInput } from './credentials-provider.js';

/** The inputs of a form, by name. */
type Inputs = Readonly<Record<string, CredentialInput>>;

/** What is the same for many people, or must not be looked at. */
const UNTYPED = /^(?:password|hidden|checkbox)$/i;

/**
 * The field that names the person of an attempt: the one that browsers take for the user name, else
 * the first that people type in, passwords apart. Only what the provider declares counts, or a field
 * made up by the sender would make every attempt another one.
 */
export function identityField(inputs: Inputs): string | undefined {
  const fields = Object.entries(inputs).filter(([, { type = 'text' }]) => !UNTYPED.test(type));
  const [name] = fields.find(([, input]) => namesUser(input)) ?? fields[0] ?? [];
  return name;
}

/** The fields for passwords. */
export function passwordFields(inputs: Inputs): string[] {
  return Object.keys(inputs).filter((name) => /^password$/i.test(inputs[name]?.type ?? ''));
}

/** Whether a form names a person, and not only a secret such as a code. */
export function namesPerson(inputs: Inputs): boolean {
  return Object.values(inputs).some(namesUser) || passwordFields(inputs).length > 0;
}

/** @see HTML Standard, 4.10.18.7 Autofill */
function namesUser({ type, autocomplete }: CredentialInput): boolean {
  const tokens = (autocomplete ?? '').split(' ');
  return type === 'email' || tokens.includes('username') || tokens.includes('email');
}
