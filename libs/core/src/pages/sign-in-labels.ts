import type { Texts } from '../texts/texts.js';
import type { SignInGroup } from './plan-sign-in.js';
import type { CredentialsListing, ProviderListing } from './provider-listing.js';

/** The words of the sign-in page. */
export type SignInTexts = Texts['signIn'];

/** What {@link Credentials} is named by default, which is a word for developers. */
const UNNAMED = 'Credentials';

/** On the button of a provider that needs nothing but a click. */
export function buttonLabel(texts: SignInTexts, { name }: ProviderListing): string {
  return texts.continueWith(`${name}`);
}

/** On the button that sends the form. A folded form is already labelled with the provider. */
export function credentialsLabel(
  texts: SignInTexts,
  { name }: CredentialsListing,
  button: 'button primary' | 'button',
): string {
  const isNamed = name === UNNAMED || button === 'button';
  return isNamed ? texts.signIn : texts.continueWith(`${name}`);
}

/** Beside a password, since both ways begin with the address. */
export function emailLabel(
  texts: SignInTexts,
  { credentials, emails }: SignInGroup,
  { name }: ProviderListing,
): string {
  if (emails.length > 1) return texts.continueWith(`${name}`);
  return credentials ? texts.emailLink : texts.continueWithEmail;
}

export function passkeyLabel(
  texts: SignInTexts,
  { passkeys }: SignInGroup,
  { name }: ProviderListing,
): string {
  return passkeys.length > 1 ? texts.continueWith(`${name}`) : texts.usePasskey;
}

/** On the element that unfolds a group. */
export function groupLabel(texts: SignInTexts, group: SignInGroup): string {
  const { credentials, emails, passkeys } = group;
  if (credentials) return foldedCredentialsLabel(texts, credentials);
  const [email] = emails;
  if (email) return emailLabel(texts, group, email);
  const [passkey] = passkeys;
  return passkey ? passkeyLabel(texts, group, passkey) : texts.signIn;
}

function foldedCredentialsLabel(texts: SignInTexts, { name }: CredentialsListing): string {
  return name === UNNAMED ? texts.usePassword : texts.continueWith(`${name}`);
}
