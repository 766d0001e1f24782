import { cookiesAfter } from '../../cookies/cookies-after.js';
import { RequestCookies } from '../../cookies/request-cookies.js';
import { headerOf } from '../context/auth-request.js';
import type { SessionContext } from '../context/session-context.js';

/** Longest value that stays whatever other cookies there are, in characters. */
const SHORT = 512;
/** Longest `Cookie` header with a longer one: proxies accept 8 kB, and a sign-in adds some cookies. */
const MOST_COOKIES = 7500;
/** What joins the name and value of a cookie, and two cookies. */
const BETWEEN = '=; '.length;
/** Most characters that one of a value becomes when it is encoded: `%E2%82%AC`, for example. */
const ENCODED = 9;

/**
 * Forgets a long target for which a request has no room beside the session and other cookies. Any
 * site can lead a browser to a link with one, and proxies would refuse all further requests of it.
 * @see docs/design/security-bar.md HT9
 */
export function forgetLongTarget({
  request,
  cookies,
  cookieDefinitions: { callbackUrl },
  origin,
}: SessionContext): void {
  const sent = headerOf(request, 'cookie') ?? '';
  const changed = cookies.changed();
  const longest = changed.map(({ name, value }) => name.length + value.length * ENCODED + BETWEEN);
  // Nearly always: then nothing has to be encoded or put together.
  if (longest.reduce((sum, length) => sum + length, sent.length) <= MOST_COOKIES) return;
  const after = cookiesAfter(sent, changed);
  if (after.length <= MOST_COOKIES) return;
  const target = new RequestCookies(after).get(callbackUrl.name) ?? '';
  if (encodeURIComponent(target).length > SHORT) cookies.set(callbackUrl, origin);
}
