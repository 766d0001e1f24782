import type { Profile } from '../model/profile.js';

/** Issuer of Google, in our preset and in every other configuration of it. */
export const GOOGLE = 'https://accounts.google.com';

/** Hosts whose mailboxes Google itself runs. */
const GOOGLE_MAIL = /@(?:gmail|googlemail)\.com$/i;

/**
 * Whether Google knows who owns an address now. An address of another host was checked once, and
 * may belong to somebody else today.
 * @see https://developers.google.com/identity/gsi/web/guides/verify-google-id-token
 */
export function isGooglesOwn({ email, hd }: Profile): boolean {
  return GOOGLE_MAIL.test(email ?? '') || isText(hd);
}

/**
 * Whether a person belongs to the organization that the parameter `hd` names; `*` is any.
 * @see https://developers.google.com/identity/openid-connect/openid-connect#hd-param
 */
export function isOfHostedDomain({ hd }: Profile, wanted: string): boolean {
  return isText(hd) && (wanted === '*' || hd.toLowerCase() === wanted.toLowerCase());
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
