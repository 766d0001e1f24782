import type { Texts } from '../model/texts.js';
import type { SignInGroup } from './plan-sign-in.js';
import type { CredentialsListing, ProviderListing } from './provider-listing.js';

/** The texts of the sign-in page. */
export type SignInTexts = Texts['signIn'];

/** Default name of {@link Credentials}: a word for developers, which the page does not show. */
const UNNAMED = 'Credentials';

/** The longest name, in characters, that fits on a button of a phone together with more words. */
const LONGEST = 26;

/** Returns the label of the button for a provider that needs only a click. */
export function buttonLabel(texts: SignInTexts, { name }: ProviderListing): string {
  return `${name}`.length > LONGEST ? `${name}` : texts.continueWith(`${name}`);
}

/** Returns the label of the submit button. A folded form already shows the provider's name. */
export function credentialsLabel(
  texts: SignInTexts,
  { name }: CredentialsListing,
  button: 'button primary' | 'button',
): string {
  const isNamed = name === UNNAMED || button === 'button';
  return isNamed ? texts.signIn : texts.continueWith(`${name}`);
}

/** Returns the label of a mail button; next to a password, the label mentions the link. */
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

/** Returns the label of the element that unfolds a group. */
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
