import { AuthError } from '../../errors/auth.error.js';
import { isLocalhost } from '../../model/hosts.js';
import type { SessionContext } from './session-context.js';

/**
 * Returns the public origin for what reaches anyone but the browser that sent the request. Whoever
 * sends a request chooses its Host header, so only an origin that the operator named will do: that
 * of AUTH_URL, or a host that `trustHost` lists. Nobody else receives what is sent to localhost.
 * @param what - what has this origin, as the subject of an error message
 * @param remedy - what else can be set
 * @throws {AuthError} if only the Host header determines the origin
 * @see docs/design/security-bar.md RQ1; docs/design/decisions.md 12
 */
export function namedOrigin(ctx: SessionContext, what: string, remedy = ''): string {
  const { config, origin } = ctx;
  const isNamed = config.origin !== undefined || config.trustHost !== 'any';
  if (isNamed || isLocalhost(new URL(origin).hostname)) return origin;
  throw new AuthError(
    `${what}, which the Host header alone must not determine: set AUTH_URL to the public address, or \`trustHost\` to the list of allowed hosts${remedy}`,
  );
}
