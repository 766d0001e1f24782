import { identityField, passwordFields } from '../provider/identity-field.js';
import type { ProviderListing } from './provider-listing.js';
import { ADDRESS, membersOf, type SignInGroup, type SignInPlan } from './plan-sign-in.js';

/** An earlier sign-in attempt that failed. */
export interface SignInFailure {
  /** The provider that was tried; absent if it is not known. */
  readonly providerId?: string;
  /** The kind of provider that was tried. */
  readonly type?: ProviderListing['type'];
  /** What the user typed into the field that identifies them; untrusted. */
  readonly value?: string;
  /** Id of a new passkey that was refused, and that the device still keeps. */
  readonly passkey?: string;
}

/** The fields that a failure is about. */
export interface FaultyFields {
  /** The field that identifies the user. */
  readonly identity?: string;
  /** The field that has the initial focus. */
  readonly focus?: string;
  readonly faulty: readonly string[];
}

const NONE: FaultyFields = { faulty: [] };

/** Id of the error box, which faulty fields refer to in `aria-describedby`. */
export const ERROR_ID = 'sign-in-error';

/** Adds the provider to a failure if the value of `error` determines its type. */
export function locateFailure(
  error: string | undefined,
  tried: SignInFailure | undefined,
  { main, others }: SignInPlan,
): SignInFailure {
  const type = TYPES.get(error ?? '');
  if (type === undefined || tried?.providerId !== undefined) return { ...tried, type };
  const groups = [...(main ? [main] : []), ...others];
  return { providerId: groups.flatMap(membersOf).find((one) => one.type === type)?.id, type };
}

const TYPES: ReadonlyMap<string, ProviderListing['type']> = new Map([
  ['CredentialsSignin', 'credentials'],
  ['EmailSignin', 'email'],
  ['WebAuthnVerificationError', 'webauthn'],
]);

/** Whether a failure is about a provider of this group. */
export function isAbout({ providerId }: SignInFailure, group: SignInGroup): boolean {
  return membersOf(group).some(({ id }) => id === providerId);
}

/** Finds the faulty fields. A password has the focus if the identity is filled in already. */
export function faultyFields(failure: SignInFailure, group: SignInGroup): FaultyFields {
  if (failure.type === 'webauthn' || !isAbout(failure, group)) return NONE;
  const { credentials } = group;
  if (credentials?.id !== failure.providerId) {
    return { identity: ADDRESS, focus: ADDRESS, faulty: [ADDRESS] };
  }
  const inputs = credentials?.credentials ?? {};
  const identity = identityField(inputs);
  const passwords = passwordFields(inputs);
  const focus = failure.value === undefined ? identity : (passwords[0] ?? identity);
  // An attempt that came too early says nothing about the fields.
  if (failure.type === undefined) return { identity, focus, faulty: [] };
  return { identity, focus, faulty: [...(identity === undefined ? [] : [identity]), ...passwords] };
}
