import { HttpException, Injectable } from '@nestjs/common';
import { LastWayIn } from '../../../errors/sign-in.errors.js';
import { FeaturesService } from '../../../feature-port/features.service.js';
import { formPageOf } from '../../../pages/layout/page-response.js';
import { wantsJson } from '../../../request/body/wants-json.js';
import type { ActionContext } from '../../../request/context/action-context.js';
import { type ActionResult, jsonOf, redirectTo } from '../../../request/context/auth-response.js';
import { headerOf } from '../../../request/context/auth-request.js';
import {
  actionUrl,
  ownPage,
  pageUrl,
  postUrl,
  withParams,
} from '../../../request/redirects/request-urls.js';
import { passkeyProviders } from '../../passkeys/passkeys.service.js';
import type { AccountOverview } from './account-overview.js';
import { AccountOverviewService } from './account-overview.service.js';
import { oauthProviders } from '../ways/linked-accounts.js';
import { renderAccountPage } from './account.page.js';
import { ProfileRefused } from '../profile/profile.service.js';
import type { AccountTexts } from '../texts/account-texts.js';
import { textsOf } from '../texts/texts-of.js';

/** What was just done, as the address of the page says it. */
export type Done = keyof AccountTexts['done'];
/** What was wrong, as the address of the page says it. */
export type Fault = keyof AccountTexts['faults'];

/** What the page says on top. */
interface Report {
  readonly done?: string | undefined;
  readonly fault?: string | undefined;
  /** @default 200 */
  readonly status?: number;
}

/** Shows the account page. */
@Injectable()
export class AccountPageService {
  constructor(
    private readonly overview: AccountOverviewService,
    private readonly features: FeaturesService,
  ) {}

  /** Lets a request return to the account page, whatever it says. */
  here(ctx: ActionContext): ActionContext {
    return Object.assign(ctx, { callbackUrl: urlOf(ctx).href });
  }

  /** @returns null if nobody is signed in */
  async show(ctx: ActionContext, report: Report = {}): Promise<ActionResult | null> {
    const account = await this.overview.get(ctx);
    if (!account) return null;
    if (wantsJson(ctx.request)) return jsonOf(account);
    return { ...formPageOf(this.render(ctx, account, report)), status: report.status ?? 200 };
  }

  /** The response after a change: a form returns to the page. */
  done(ctx: ActionContext, done: Done, json: object = {}): ActionResult {
    return wantsJson(ctx.request) ? jsonOf(json) : redirectTo(withParams(urlOf(ctx), { done }));
  }

  /** The response to a change that was refused. @throws {unknown} what no form can mend */
  async refused(ctx: ActionContext, thrown: unknown): Promise<ActionResult> {
    const status =
      thrown instanceof LastWayIn || thrown instanceof HttpException
        ? Number(thrown instanceof HttpException ? thrown.getStatus() : thrown.status)
        : undefined;
    if (status === undefined) throw thrown;
    const fault = faultOf(thrown);
    if (wantsJson(ctx.request)) {
      if (thrown instanceof LastWayIn) throw thrown;
      return jsonOf({ error: ERRORS[status] ?? 'InvalidRequest', code: fault }, status);
    }
    const isShownHere =
      ownPage(ctx, ctx.config.pages.account) === undefined &&
      headerOf(ctx.request, 'x-auth-return-redirect') === undefined;
    const page = isShownHere ? await this.show(ctx, { fault, status }) : null;
    return page ?? redirectTo(withParams(urlOf(ctx), { error: fault }));
  }

  private render(ctx: ActionContext, account: AccountOverview, { done, fault }: Report) {
    const { config, language, origin, csrfToken } = ctx;
    const { theme, name } = config;
    const texts = textsOf(ctx);
    const { changePassword } = this.features.accountLinks(config);
    return renderAccountPage({
      account,
      texts,
      site: { origin, name },
      language,
      theme,
      csrfToken,
      providers: oauthProviders(config),
      done: textOf(texts.done, done),
      fault: textOf(texts.faults, fault),
      hasChangeOfAddress: config.account.changeEmail !== false,
      hasDeletion: config.account.deletion !== false,
      here: urlOf(ctx),
      passkeyProvider: passkeyProviders(ctx)[0]?.id,
      changePassword: changePassword && actionUrl(ctx, changePassword),
      getUrl: (action, provider) => actionUrl(ctx, action, provider),
      postUrl: (action, provider) => postUrl(ctx, action, provider),
    });
  }
}

const ERRORS: Readonly<Record<number, string>> = { 404: 'NotFound' };

/** The application's page, or ours. */
function urlOf(ctx: ActionContext): URL {
  return pageUrl(ctx, ctx.config.pages.account, 'account');
}

function faultOf(thrown: unknown): Fault {
  if (thrown instanceof LastWayIn) return 'lastWayIn';
  if (thrown instanceof ProfileRefused) return thrown.field;
  const status = thrown instanceof HttpException ? thrown.getStatus() : 500;
  return status === 404 ? 'notFound' : 'passkeyName';
}

/** Untrusted values are only names of texts of ours. */
function textOf<T extends object>(texts: T, name: string | undefined): string | undefined {
  return name !== undefined && Object.hasOwn(texts, name)
    ? String(texts[name as keyof T])
    : undefined;
}
