import { type AdapterUser, EventsService } from '@authnest/core';
import {
  type Action,
  type ActionContext,
  type ActionResult,
  actionUrl,
  ChallengesService,
  formFields,
  formPage,
  type FoundChallenge,
  isUnchanged,
  jsonOf,
  LimitsService,
  MailerService,
  maskAddress,
  redirectTo,
  refusedForm,
  userOfAddress,
  wantsJson,
} from '@authnest/core/feature';
import { Injectable } from '@nestjs/common';
import { AddressProofService } from '../address-proof.service.js';
import { ChosenPasswordsService } from '../chosen-passwords.service.js';
import { sendMail } from '../mails.js';
import { goTo } from '../pages/go-to.js';
import { orUndo } from '../or-undo.js';
import { deadLinkPage, resetPage } from '../pages/reset.pages.js';
import { redeemCounted } from '../redeem-counted.js';
import { resetSubject, type Resetting } from '../registering.js';
import { adapterOf, storeOf } from '../store/store-of.js';

/** GET password/reset: keeps the token of a link in a cookie, and shows the form. Uses nothing up. */
@Injectable()
export class ResetPageAction implements Action {
  constructor(private readonly challenges: ChallengesService) {}

  async run(ctx: ActionContext): Promise<ActionResult> {
    const { token } = ctx.request.query;
    if (token !== undefined) {
      const kept = await this.challenges.keep<Resetting>(ctx, 'reset', token);
      return kept ? redirectTo(actionUrl(ctx, 'password/reset')) : dead(ctx);
    }
    const found = await this.challenges.look<Resetting>(ctx, 'reset');
    return found?.isProven
      ? formPage(ctx, resetPage(ctx, maskAddress(found.data.email)))
      : dead(ctx);
  }
}

/**
 * POST password/reset: judges the password first, so that a weak one does not use the link up. Ends
 * all sessions, and signs nobody in.
 */
@Injectable()
export class ResetAction implements Action {
  constructor(
    private readonly passwords: ChosenPasswordsService,
    readonly challenges: ChallengesService,
    readonly limits: LimitsService,
    private readonly proofs: AddressProofService,
    private readonly mailer: MailerService,
    private readonly events: EventsService,
  ) {}

  async run(ctx: ActionContext): Promise<ActionResult> {
    const { password = '' } = formFields(ctx);
    const found = await this.challenges.look<Resetting>(ctx, 'reset');
    const user = found?.isProven ? await userOf(ctx, found) : null;
    if (!user) return dead(ctx);
    const stored = await storeOf(ctx.config).find(user.id);
    const weak = await this.passwords.weakness(ctx, password, { ...user, stored });
    if (weak) {
      const page = resetPage(ctx, maskAddress(user.email), weak);
      return refusedForm(ctx, page, { error: 'WeakPassword', code: weak });
    }
    this.mailer.assertOrigin(ctx);
    let hash = '';
    const before = async (): Promise<void> => {
      hash = await this.passwords.hash(ctx, password);
    };
    const { email } = user;
    // Of several requests, one gets it.
    const redeemed = await redeemCounted<Resetting>(ctx, this, { purpose: 'reset', email, before });
    const owner = redeemed?.isProven ? await this.store(ctx, redeemed, hash) : null;
    if (!owner) return dead(ctx);
    sendMail(ctx, this.mailer, 'passwordChanged', { to: owner.email, user: owner });
    await this.challenges.end(ctx, resetSubject(owner.email), 'reset');
    ctx.logger.info('password reset', { userId: owner.id });
    await this.events.emit(ctx, 'resetPassword', { user: owner });
    return goTo(ctx, actionUrl(ctx, 'signin'));
  }

  /** Stores the password, and ends all sessions. @returns null if the link is worthless by now */
  private async store(
    ctx: ActionContext,
    redeemed: FoundChallenge<Resetting>,
    hash: string,
  ): Promise<AdapterUser | null> {
    const owner = await userOf(ctx, redeemed);
    if (!owner) return null;
    const proven = await this.proofs.prove(ctx, owner);
    const former = await storeOf(ctx.config).find(owner.id);
    const undo = () => this.passwords.takeBack(ctx, { userId: owner.id, hash, former });
    await orUndo(this.passwords.store(ctx, owner.id, { hash }), undo);
    // A change of address, and an administrator who requires a reset, end links, but maybe not before
    // this one was redeemed.
    if (!isUnchanged(proven, await orUndo(userOf(ctx, redeemed), undo))) {
      await this.passwords.takeBack(ctx, { userId: owner.id, hash });
      // Somebody may have signed in with it meanwhile.
      await this.passwords.endOthers(ctx, owner.id);
      return null;
    }
    await orUndo(this.passwords.endOthers(ctx, owner.id), undo);
    return owner;
  }
}

/** Returns the user, if the address to which the link was mailed still is theirs. */
async function userOf(
  { config }: ActionContext,
  { data }: FoundChallenge<Resetting>,
): Promise<AdapterUser | null> {
  const user = await userOfAddress(adapterOf(config), data.email);
  return user && user.id === data.userId ? user : null;
}

function dead(ctx: ActionContext): ActionResult {
  if (wantsJson(ctx.request)) return jsonOf({ error: 'Verification' }, 400);
  return formPage(ctx, deadLinkPage(ctx, 'password/forgot'), 403);
}
