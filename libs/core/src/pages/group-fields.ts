import type { CredentialInput } from '../provider/credentials-provider.js';
import { type InputAttributes, inputAttributes } from './input-attributes.js';
import { ADDRESS, membersOf, type SignInGroup } from './plan-sign-in.js';
import type { SignInForms } from './provider-listing.js';
import { faultyFields, type SignInFailure } from './sign-in-failure.js';
import type { SignInTexts } from './sign-in-labels.js';

/** One field of a form. */
export interface GroupField {
  readonly name: string;
  readonly id: string;
  readonly label: string;
  /** Label of the button that shows a password. */
  readonly reveal: string;
  readonly attributes: InputAttributes;
  /** The initial value of the field. */
  readonly value?: string;
  /** Whether the field has the initial focus. */
  readonly focus: boolean;
  /** Whether a failure is about the field. */
  readonly faulty: boolean;
  /** Whether passkeys are requested with its value. */
  readonly forPasskeys: boolean;
  /** Below the field. */
  readonly hint?: string;
}

/** Returns the fields of a group in order. */
export function groupFields(
  group: SignInGroup,
  { email, language }: Pick<SignInForms, 'email' | 'language'>,
  failure: SignInFailure,
): GroupField[] {
  const { identity, focus, faulty } = faultyFields(failure, group);
  const [owner] = membersOf(group);
  const texts = language.texts.signIn;
  return Object.entries(inputsOf(group)).map(([name, input]) => ({
    name,
    id: `input-${name}-for-${owner?.id}-provider`,
    label: `${input.label ?? usualLabel(texts, name)}`,
    reveal: texts.showPassword,
    attributes: inputAttributes(name, input),
    value: name === identity && failure.value !== undefined ? failure.value : prefill(name, email),
    focus: name === focus,
    faulty: faulty.includes(name),
    forPasskeys: group.passkeys.some(({ formFields = {} }) => Object.hasOwn(formFields, name)),
  }));
}

/** Returns the configured inputs of a group, whose members share one address field. */
function inputsOf(group: SignInGroup): Readonly<Record<string, CredentialInput>> {
  const { credentials, emails, passkeys } = group;
  if (credentials && membersOf(group).length === 1) return credentials.credentials;
  const [passkey] = passkeys;
  if (passkey && !credentials && emails.length === 0) return passkey.formFields ?? {};
  const own = credentials?.credentials ?? {};
  return { ...own, [ADDRESS]: addressInput(group, own[ADDRESS]) };
}

/** `webauthn` lets browsers offer passkeys in this field. @see WebAuthn Level 3, section 5.1.4 */
function addressInput(
  { credentials, passkeys }: SignInGroup,
  own: CredentialInput = {},
): CredentialInput {
  const usual = credentials ? 'username' : 'email';
  const autocomplete = passkeys.length > 0 ? 'username webauthn' : (own.autocomplete ?? usual);
  return { type: 'email', required: true, ...own, autocomplete };
}

function prefill(name: string, email: string | undefined): string | undefined {
  return name === ADDRESS ? email : undefined;
}

/** Returns the label of a field with a well-known name. @see docs/design/wire-contract.md PG-4 */
function usualLabel(texts: SignInTexts, name: string): string {
  switch (name) {
    case 'email':
      return texts.emailLabel;
    case 'username':
      return texts.usernameLabel;
    case 'password':
      return texts.passwordLabel;
    default:
      return name;
  }
}
