import { identityField, passwordFields } from '../provider/identity-field.js';
import type { ProviderListing } from './provider-listing.js';
import { ADDRESS, membersOf, type SignInGroup, type SignInPlan } from './plan-sign-in.js';

/** An earlier attempt that did not sign in. */
export interface SignInFailure {
  /** The provider that was tried; absent where it is not known. */
  readonly providerId?: string;
  /** The kind of provider that was tried. */
  readonly type?: ProviderListing['type'];
  /** What was typed in the field that names the person, untrusted. */
  readonly value?: string;
}

/** Which fields a failure is about. */
export interface FaultyFields {
  /** The one that names the person. */
  readonly identity?: string;
  /** The one to type in first. */
  readonly focus?: string;
  readonly faulty: readonly string[];
}

const NONE: FaultyFields = { faulty: [] };

/** Id of the box that the faulty fields are described by. */
export const ERROR_ID = 'sign-in-error';

/** The failure with a provider, where the value of `error` leaves only one kind. */
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

/** A password is never kept, so it is the field to type again when the rest is filled in. */
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
  return { identity, focus, faulty: [...(identity === undefined ? [] : [identity]), ...passwords] };
}
