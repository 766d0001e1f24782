import { Injectable } from '@nestjs/common';
import type { Action } from '../../request/context/action.port.js';
import type { ActionContext } from '../../request/context/action-context.js';
import { type ActionResult, jsonOf, redirectTo } from '../../request/context/auth-response.js';
import { wantsJson } from '../../request/body/wants-json.js';
import { actionUrl, ownPage, postUrl, withParams } from '../../request/redirects/request-urls.js';
import type { Session } from '../../model/session.js';
import type { ResolvedProvider } from '../../provider/resolved-provider.js';
import { formPageOf } from '../../pages/layout/page-response.js';
import { renderSignInPage } from '../../pages/sign-in.page.js';
import { CurrentSessionService } from '../../session/current/current-session.service.js';
import { freshUntil } from '../../session/token/freshness.js';
import { signInFirst } from './sign-in-first.js';
import { WaysAgainService } from './ways-again.service.js';

/** How long a proof counts if the address does not say it, in seconds. */
const MAX_AGE = 300;

/**
 * GET reauthenticate: reports whether the session is fresh, or shows the ways in which its user can
 * prove again who they are.
 */
@Injectable()
export class ReauthenticatePageAction implements Action {
  constructor(
    private readonly sessions: CurrentSessionService,
    private readonly again: WaysAgainService,
  ) {}

  async run(ctx: ActionContext): Promise<ActionResult> {
    const session = await this.sessions.read(ctx, 'server');
    const userId = await this.sessions.currentUserId(ctx);
    if (!session?.user || userId === null) return signInFirst(ctx);
    const isScript = wantsJson(ctx.request);
    const own = isScript ? undefined : ownPage(ctx, ctx.config.pages.reauthenticate);
    if (own) return toOwnPage(ctx, own);
    const ways = await this.again.list(ctx, session);
    return isScript ? report(ctx, session, ways) : page(ctx, session, ways);
  }
}

type Ways = readonly ResolvedProvider[];

function toOwnPage({ request, callbackUrl }: ActionContext, own: URL): ActionResult {
  const { error, code, maxAge } = request.query;
  return redirectTo(withParams(own, { callbackUrl, error, code, maxAge }));
}

/** Reports before a form is filled what is missing. */
function report(ctx: ActionContext, session: Session, ways: Ways): ActionResult {
  const until = freshUntil(session, maxAgeOf(ctx));
  const enough = until > Date.now();
  return jsonOf({
    enough,
    missing: enough ? [] : ['fresh'],
    freshUntil: until > 0 ? new Date(until).toISOString() : null,
    ways: ways.map(({ id, name, type }) => ({ id, name, type })),
  });
}

function page(ctx: ActionContext, { user }: Session, ways: Ways): ActionResult {
  const { config, request, callbackUrl, csrfToken, origin, language } = ctx;
  const { error, code } = request.query;
  const { theme, name } = config;
  const words = language.texts.reauthenticate;
  return formPageOf(
    renderSignInPage({
      theme,
      language,
      words,
      // Whoever is signed in would otherwise be asked to make a passkey.
      providers: ways.map((one) =>
        one.type === 'webauthn' ? { ...one, inferAction: false, isMadeElsewhere: true } : one,
      ),
      csrfToken,
      callbackUrl,
      actionUrl: (action, providerId) =>
        action === 'webauthn-options'
          ? actionUrl(ctx, action, providerId)
          : postUrl(ctx, 'reauthenticate', providerId),
      error,
      code,
      email: user?.email ?? undefined,
      origin,
      name,
    }),
  );
}

function maxAgeOf({ request }: ActionContext): number {
  const given = request.query['maxAge'] ?? '';
  return /^[1-9]\d{0,7}$/.test(given) ? Number(given) : MAX_AGE;
}
