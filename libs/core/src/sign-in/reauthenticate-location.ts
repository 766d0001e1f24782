import { toError } from '../errors/to-error.js';
import { logFault } from '../logging/log-fault.js';
import { isNavigation } from '../request/context/is-navigation.js';
import type { SessionContext } from '../request/context/session-context.js';
import { pageUrl, requestUrl, withParams } from '../request/redirects/request-urls.js';

/** Where a user proves again who they are. */
export interface FreshPage {
  /** Undefined if it cannot be built, such as for an untrusted host; the fault is logged. */
  readonly url: string | undefined;
  /** Whether a browser is opening a page, to which it then returns. */
  readonly isNavigation: boolean;
}

/** Returns the page for a request whose session is not fresh. @param maxAge - in seconds */
export function reauthenticateLocation(ctx: SessionContext, maxAge: number): FreshPage {
  const opens = isNavigation(ctx.request);
  try {
    const callbackUrl = opens ? requestUrl(ctx).href : undefined;
    const page = pageUrl(ctx, ctx.config.pages.reauthenticate, 'reauthenticate');
    return { url: withParams(page, { maxAge: `${maxAge}`, callbackUrl }), isNavigation: opens };
  } catch (thrown) {
    logFault(ctx.logger, toError(thrown));
    return { url: undefined, isNavigation: opens };
  }
}
