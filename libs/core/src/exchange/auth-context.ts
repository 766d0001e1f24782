import type { Endpoint } from '../model/auth-action.js';
import type { ResolvedProvider } from '../provider/resolved-provider.js';
import type { SessionContext } from './session-context.js';

/** Everything an action needs to know about one request. Readonly, except the cookie jar. */
export interface AuthContext extends SessionContext {
  readonly action: Endpoint;
  /** The provider that the path names. */
  readonly provider?: ResolvedProvider;
  /** Where the browser goes in the end, as decided by the `redirect` callback. */
  readonly callbackUrl: string;
  /** The token that forms must carry; absent when the check is off. */
  readonly csrfToken?: string;
}
