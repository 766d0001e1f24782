import { inputAttributes } from './input-attributes.js';
import type {
  CredentialsListing,
  EmailListing,
  OAuthListing,
  ProviderListing,
  WebAuthnListing,
} from './provider-listing.js';

/** Providers that share one set of fields; at most one is a credentials provider. */
export interface SignInGroup {
  readonly credentials?: CredentialsListing;
  readonly emails: readonly EmailListing[];
  readonly passkeys: readonly WebAuthnListing[];
}

/** The layout of the sign-in page. */
export interface SignInPlan {
  /** Shown open, with the only primary button. Absent if no provider has fields. */
  readonly main?: SignInGroup;
  /** Shown folded, because their fields differ from those of the main group. */
  readonly others: readonly SignInGroup[];
  /** Providers that need only a click. */
  readonly buttons: readonly (OAuthListing | CredentialsListing)[];
}

/**
 * Name of the field that mail, passkeys and passwords share.
 * @see docs/design/wire-contract.md PG-3
 */
export const ADDRESS = 'email';

/**
 * Groups the providers so that the page asks for an address only once: emailed links, passkeys and
 * the first credentials provider with an address field share it.
 */
export function planSignIn(providers: readonly ProviderListing[]): SignInPlan {
  const listed = providers.filter(isListed);
  const [main, ...others] = groupsOf(listed).sort(byUse(listed));
  return { main, others, buttons: listed.filter(isButton) };
}

/** Lists the providers of a group; the form and its fields are named after the first one. */
export function membersOf({ credentials, emails, passkeys }: SignInGroup): ProviderListing[] {
  return [...(credentials ? [credentials] : []), ...emails, ...passkeys];
}

/** Whether no provider of a group works without JavaScript. */
export function needsScript({ credentials, emails }: SignInGroup): boolean {
  return credentials === undefined && emails.length === 0;
}

/** Whether the page offers nothing without JavaScript and passkeys. */
export function needsScriptForAll({ main, others, buttons }: SignInPlan): boolean {
  return main !== undefined && [main, ...others].every(needsScript) && buttons.length === 0;
}

/** @see docs/design/wire-contract.md PG-1 */
function isListed(provider: ProviderListing): boolean {
  return provider.type !== 'webauthn' || provider.formFields !== undefined;
}

function groupsOf(listed: readonly ProviderListing[]): SignInGroup[] {
  const credentials = listed.filter(isCredentials).filter((provider) => !isButton(provider));
  const passkeys = listed.filter((provider) => provider.type === 'webauthn');
  const shared: SignInGroup = {
    credentials: credentials.find(asksForAddress),
    emails: listed.filter((provider) => provider.type === 'email'),
    passkeys: passkeys.filter(asksForNothingElse),
  };
  return [
    shared,
    ...credentials.filter((own) => own !== shared.credentials).map(groupOfCredentials),
    ...passkeys.filter((own) => !shared.passkeys.includes(own)).map(groupOfPasskey),
  ].filter((group) => membersOf(group).length > 0);
}

function groupOfCredentials(credentials: CredentialsListing): SignInGroup {
  return { credentials, emails: [], passkeys: [] };
}

function groupOfPasskey(passkey: WebAuthnListing): SignInGroup {
  return { emails: [], passkeys: [passkey] };
}

function isCredentials(provider: ProviderListing): provider is CredentialsListing {
  return provider.type === 'credentials';
}

function isButton(provider: ProviderListing): provider is OAuthListing | CredentialsListing {
  if (isCredentials(provider)) return Object.keys(provider.credentials).length === 0;
  return provider.type === 'oauth' || provider.type === 'oidc';
}

function asksForAddress({ credentials }: CredentialsListing): boolean {
  const input = Object.hasOwn(credentials, ADDRESS) ? credentials[ADDRESS] : undefined;
  return input !== undefined && /^(?:email|text)$/.test(inputAttributes(ADDRESS, input).type);
}

function asksForNothingElse({ formFields = {} }: WebAuthnListing): boolean {
  return Object.keys(formFields).every((key) => key === ADDRESS);
}

/** In the configured order, but groups that work without JavaScript come first. */
function byUse(listed: readonly ProviderListing[]) {
  const rank = (group: SignInGroup): number =>
    Math.min(...membersOf(group).map((member) => listed.indexOf(member))) +
    (needsScript(group) ? listed.length : 0);
  return (one: SignInGroup, other: SignInGroup): number => rank(one) - rank(other);
}
