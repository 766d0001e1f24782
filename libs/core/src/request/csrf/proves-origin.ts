import { headerOf } from '../context/auth-request.js';
import type { SessionContext } from '../context/session-context.js';

/**
 * Whether a script of an own or trusted page has sent JSON, which replaces the token with
 * `csrf: 'origin'`. Called for a request whose origin is not refused: a header that states one is
 * right. A request without any such header may come from an old browser, and needs the token.
 * @see Fetch Metadata; docs/design/security-bar.md E01, E03
 */
export function provesOrigin({ request, config }: SessionContext): boolean {
  if (config.csrf !== 'origin') return false;
  const [type = ''] = (headerOf(request, 'content-type') ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json') return false;
  const origin = headerOf(request, 'origin') ?? 'null';
  return origin !== 'null' || headerOf(request, 'sec-fetch-site') === 'same-origin';
}
