import type { CredentialInput } from './credentials-provider.js';

/** The inputs of a form, by name. */
type Inputs = Readonly<Record<string, CredentialInput>>;

/** Types of inputs whose value is the same for many people, or must not be read. */
const UNTYPED = /^(?:password|hidden|checkbox)$/i;

/**
 * The field that identifies the person of an attempt: the one that browsers treat as the user name,
 * otherwise the first that people type in, except passwords. Only declared inputs count: with a
 * made-up field, a sender could make every attempt look like another person's.
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
