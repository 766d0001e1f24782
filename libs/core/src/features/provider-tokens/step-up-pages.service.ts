import { Injectable } from '@nestjs/common';
import type { StepUpRequired } from '../../errors/provider-token.errors.js';
import { toError } from '../../errors/to-error.js';
import type { AuthContextService } from '../../request/auth-context.service.js';
import { isNavigation } from '../../request/context/is-navigation.js';
import type { PlatformRequest } from '../../request/platform/platform-request.js';
import { pageUrl } from '../../request/redirects/request-urls.js';
import { logFault } from '../../logging/log-fault.js';
import { signInLocation } from '../../sign-in/sign-in-location.js';

/**
 * Finds the sign-in page for an error. All AuthModules of an application share one filter, so the
 * module that raised the error is remembered here.
 */
@Injectable()
export class StepUpPagesService {
  private readonly contexts = new WeakMap<StepUpRequired, AuthContextService>();

  /** Returns the same error, whose page can be found from now on. */
  remember(error: StepUpRequired, contexts: AuthContextService): StepUpRequired {
    this.contexts.set(error, contexts);
    return error;
  }

  /**
   * Returns the URL of the sign-in page, which returns to the request if a browser opened a page.
   * @returns undefined if it cannot be built, such as for an untrusted host; the fault is logged
   */
  async urlOf(error: StepUpRequired, request: PlatformRequest): Promise<string | undefined> {
    const ctx = await this.contexts.get(error)?.openRoute(request);
    if (!ctx) return undefined;
    try {
      if (isNavigation(ctx.request)) return signInLocation(ctx);
      return pageUrl(ctx, ctx.config.pages.signIn, 'signin').href;
    } catch (thrown) {
      logFault(ctx.logger, toError(thrown));
      return undefined;
    }
  }
}
