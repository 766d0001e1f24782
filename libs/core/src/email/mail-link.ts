import { actionUrl } from '../exchange/request-urls.js';
import type { AuthContext } from '../exchange/auth-context.js';
import { isOneAddress } from '../model/normalize-email.js';

/** The content of an emailed link. */
export interface MailLink {
  /** The address that it was mailed to. */
  readonly identifier: string;
  /** The token as mailed, not its hash. */
  readonly token: string;
}

/** Longest token that is issued, in characters. */
const LONGEST_TOKEN = 512;

/**
 * Longest target in a link, in characters. Some mail programs cut longer links.
 * @see docs/design/security-bar.md RP22
 */
const LONGEST_TARGET = 512;

/** Returns the URL of a link, in fixed parameter order. @see docs/design/wire-contract.md 7.3 */
export function linkUrl(
  ctx: AuthContext,
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
  return email !== undefined && isOneAddress(email) ? { identifier: email, token } : undefined;
}
