import { actionUrl } from '../request/redirects/request-urls.js';
import type { ActionContext } from '../request/context/action-context.js';
import { isOneAddress } from '../model/normalize-email.js';

/** The content of an emailed link. */
export interface MailLink {
  /** The address that it was mailed to. */
  readonly identifier: string;
  /** The token as mailed, not its hash. */
  readonly token: string;
}

/** Longest token that is issued, and longest address with what was added, in characters. */
const LONGEST_TOKEN = 512;
const LONGEST_ADDRESS = 512;

/**
 * Longest target in a link, in characters. Some mail programs cut longer links.
 * @see docs/design/security-bar.md RP22
 */
const LONGEST_TARGET = 512;

/** Returns the URL of a link, in fixed parameter order. @see docs/design/wire-contract.md 7.3 */
export function linkUrl(
  ctx: ActionContext,
  providerId: string,
  { identifier, token }: MailLink,
): string {
  const url = new URL(actionUrl(ctx, 'callback', providerId));
  const isShort = ctx.callbackUrl.length <= LONGEST_TARGET;
  // In the browser that asked, a cookie has the target too.
  const target = isShort && { callbackUrl: ctx.callbackUrl };
  url.search = new URLSearchParams({ ...target, token, email: identifier }).toString();
  return url.href;
}

/**
 * Reads a link from the parameters of a URL or the fields of a form.
 * @returns undefined if the token is missing or too long, or the address cannot receive mail
 */
export function parseMailLink({
  email,
  token,
}: {
  readonly email?: string;
  readonly token?: string;
}): MailLink | undefined {
  if (token === undefined || token === '' || token.length > LONGEST_TOKEN) return undefined;
  // The pattern that restores an address takes quadratic time.
  const identifier = email === undefined || email.length > LONGEST_ADDRESS ? '' : restored(email);
  return isOneAddress(identifier) ? { identifier, token } : undefined;
}

/**
 * Whether a URL may be a link. Templates that escape its `&` twice put a prefix before the names.
 * @see docs/design/security-bar.md RP24
 */
export function isMailLink(query: Readonly<Record<string, string | undefined>>): boolean {
  return query['token'] !== undefined || query['amp;token'] !== undefined;
}

/** Reads a link from a URL, also if its `&` were escaped twice. */
export function mailLinkOf(
  query: Readonly<Record<string, string | undefined>>,
): MailLink | undefined {
  const [email, token] = [
    query['email'] ?? query['amp;email'],
    query['token'] ?? query['amp;token'],
  ];
  return parseMailLink({
    ...(email !== undefined && { email }),
    ...(token !== undefined && { token }),
  });
}

/**
 * Undoes what mail programs do to the end of a link: they add the punctuation that follows it, and
 * decode `%2B` to a plus sign, which is then read as a space. No address contains either.
 */
function restored(address: string): string {
  return address.replace(/[\s.,;:!?)>\]"']+$/, '').replaceAll(' ', '+');
}
