import type { ResolvedProvider } from '../../provider/resolved-provider.js';
import type { SessionContext } from './session-context.js';

/** Everything that an action needs to know about a request. Read-only except for the cookie jar. */
export interface ActionContext extends SessionContext {
  readonly action: string;
  /** The provider in the path. */
  readonly provider?: ResolvedProvider;
  /** URL to which the browser is finally redirected, as decided by the `redirect` callback. */
  readonly callbackUrl: string;
  /** The CSRF token that forms must contain; absent if the check is off. */
  readonly csrfToken?: string;
  /** Whether the user of the session proves again who they are: nobody else may complete it. */
  readonly isProof?: true;
}
