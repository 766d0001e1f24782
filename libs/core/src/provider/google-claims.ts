import type { Profile } from '../model/profile.js';

/** Google's host, in our preset and in any other configuration for Google. */
export const GOOGLE = 'accounts.google.com';

/** Hosts whose mailboxes Google itself runs. */
const GOOGLE_MAIL = /@(?:gmail|googlemail)\.com$/i;

/**
 * Whether Google can confirm who owns an address now. An address at another host was checked once,
 * and might belong to somebody else today.
 * @see https://developers.google.com/identity/gsi/web/guides/verify-google-id-token
 */
export function isGooglesOwn({ email, hd }: Profile): boolean {
  return GOOGLE_MAIL.test(email ?? '') || isText(hd);
}

/**
 * Whether a user belongs to the organization that the parameter `hd` names; `*` means any.
 * @see https://developers.google.com/identity/openid-connect/openid-connect#hd-param
 */
export function isOfHostedDomain({ hd }: Profile, wanted: string): boolean {
  return isText(hd) && (wanted === '*' || hd.toLowerCase() === wanted.toLowerCase());
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
