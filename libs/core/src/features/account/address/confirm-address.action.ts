import { Injectable } from '@nestjs/common';
import { ChallengesService } from '../../../feature-port/challenges.service.js';
import { formPage, refusedForm } from '../../../pages/form.page.js';
import { formFields } from '../../../request/body/form-fields.js';
import type { Action } from '../../../request/context/action.port.js';
import type { ActionContext } from '../../../request/context/action-context.js';
import { type ActionResult, jsonOf, redirectTo } from '../../../request/context/auth-response.js';
import { wantsJson } from '../../../request/body/wants-json.js';
import { actionUrl } from '../../../request/redirects/request-urls.js';
import { CurrentSessionService } from '../../../session/current/current-session.service.js';
import { adapterOf } from '../adapter-of.js';
import { deadLink } from '../change-answers.js';
import { NEW, OLD, type RequestedChange } from './address-change.js';
import { AddressChangeService } from './address-change.service.js';
import { confirmPage, outcomePage, signInFirstPage } from './address-pages.js';

const PAGE = 'account/email-confirm';
const AGAIN = 'account/email';

/**
 * Whether this browser is signed in as the user. The new mailbox alone is not enough: it may be a
 * stranger's, if the address was mistyped.
 */
async function isUser(
  sessions: CurrentSessionService,
  ctx: ActionContext,
  { userId }: RequestedChange,
): Promise<boolean> {
  return (await sessions.currentUser(ctx))?.id === userId;
}

function notTheUser(ctx: ActionContext): ActionResult {
  return refusedForm(ctx, signInFirstPage(ctx), { error: 'SessionRequired', status: 403 });
}

/** GET account/email-confirm: keeps the token of a link in a cookie, and asks. Uses nothing up. */
@Injectable()
export class ConfirmAddressPageAction implements Action {
  constructor(
    private readonly challenges: ChallengesService,
    private readonly sessions: CurrentSessionService,
  ) {}

  async run(ctx: ActionContext): Promise<ActionResult> {
    const { token, of: named } = ctx.request.query;
    const of = named === 'old' ? 'old' : 'new';
    const purpose = of === 'old' ? OLD : NEW;
    if (token !== undefined) {
      const kept = await this.challenges.keep<RequestedChange>(ctx, purpose, token);
      return kept ? redirectTo(`${actionUrl(ctx, PAGE)}?of=${of}`) : deadLink(ctx, AGAIN);
    }
    const found = await this.challenges.look<RequestedChange>(ctx, purpose);
    if (!found?.isProven) return deadLink(ctx, AGAIN);
    if (of === 'new' && !(await isUser(this.sessions, ctx, found.data))) return notTheUser(ctx);
    return formPage(ctx, confirmPage(ctx, of, found.data));
  }
}

/** POST account/email-confirm: the last mailbox that confirms changes the address. */
@Injectable()
export class ConfirmAddressAction implements Action {
  constructor(
    private readonly challenges: ChallengesService,
    private readonly sessions: CurrentSessionService,
    private readonly changes: AddressChangeService,
  ) {}

  async run(ctx: ActionContext): Promise<ActionResult> {
    const purpose = formFields(ctx)['of'] === 'old' ? OLD : NEW;
    const found = await this.challenges.look<RequestedChange>(ctx, purpose);
    if (!found?.isProven) return deadLink(ctx, AGAIN);
    if (purpose === NEW && !(await isUser(this.sessions, ctx, found.data))) return notTheUser(ctx);
    // Of several requests, one gets it, and each mailbox counts once.
    const redeemed = await this.challenges.redeem<RequestedChange>(ctx, purpose);
    if (!redeemed?.isProven) return deadLink(ctx, AGAIN);
    const { countId, needed, ...change } = redeemed.data;
    const counted = await adapterOf(ctx).tryChallenge({ id: countId, attempts: needed });
    if (!counted) return deadLink(ctx, AGAIN);
    if (counted.attempts < needed) return outcome(ctx, 'waiting');
    const changed = await this.changes.change(ctx, change, purpose === NEW);
    if (changed === 'gone') return deadLink(ctx, AGAIN);
    if (changed === 'taken') {
      return refusedForm(ctx, outcomePage(ctx, 'taken'), { error: 'AddressTaken', status: 409 });
    }
    return outcome(ctx, changed === 'changed' ? 'done' : 'doneElsewhere');
  }
}

function outcome(ctx: ActionContext, state: 'waiting' | 'done' | 'doneElsewhere'): ActionResult {
  if (wantsJson(ctx.request)) return jsonOf({ changed: state !== 'waiting' });
  return formPage(ctx, outcomePage(ctx, state));
}
