import { Injectable } from '@nestjs/common';
import { accessEnd } from '../../../adapter/access-end.js';
import type { AdapterUser } from '../../../adapter/adapter-rows.js';
import type { CompleteAdapter } from '../../../adapter/complete-adapter.js';
import { isProven } from '../../../adapter/is-proven.js';
import { userOfAddress } from '../../../adapter/user-of-address.js';
import { randomToken } from '../../../crypto/random-token.js';
import { type IssuedChallenge, userSubject } from '../../../feature-port/challenge.js';
import { ChallengesService } from '../../../feature-port/challenges.service.js';
import { LimitsService } from '../../../limits/limits.service.js';
import { normalizeEmail } from '../../../model/normalize-email.js';
import type { ActionContext } from '../../../request/context/action-context.js';
import { adapterOf } from '../adapter-of.js';
import { NEW, OLD, type RequestedChange } from './address-change.js';
import { AddressMailsService } from './address-mails.service.js';

/** What became of a request: who has to confirm it, or why it was refused. */
export type AddressRequestOutcome = 'new' | 'both' | 'not-an-address' | 'same';

/** Purpose of the row that counts the mailboxes that have confirmed. */
const COUNT = 'email-count';

/** Asks mailboxes whether a user may have another address. Nothing changes before they confirm. */
@Injectable()
export class AddressRequestService {
  constructor(
    private readonly challenges: ChallengesService,
    private readonly limits: LimitsService,
    private readonly mails: AddressMailsService,
  ) {}

  /**
   * Mails the links. The result and the work are the same for an address that another user has,
   * whose owner gets a mail instead of a link. The links of an earlier request end.
   * @param typed - the new address, untrusted
   * @throws {RateLimited} if there were too many requests for one of the addresses
   */
  async request(
    ctx: ActionContext,
    user: AdapterUser,
    typed: unknown,
  ): Promise<AddressRequestOutcome> {
    const to = normalizeEmail(typed);
    if (to === null) return 'not-an-address';
    if (to === user.email) return 'same';
    this.mails.assertOrigin(ctx);
    for (const identifier of new Set([to, user.email || to])) {
      await this.limits.count(ctx, { work: 'emails', identifier });
    }
    const adapter = adapterOf(ctx);
    const owner = await userOfAddress(adapter, to);
    const asksBoth = await this.asksFormer(ctx, adapter, user);
    const change = await this.begin(ctx, adapter, { user, to, needed: asksBoth ? 2 : 1 });
    const link = await this.issue(ctx, NEW, change);
    if (owner && owner.id !== user.id && (await isProven(adapter, owner))) {
      this.mails.send(ctx, 'taken', { to, user: owner });
    } else this.mailLink(ctx, 'confirm', { to, user, ...link });
    if (asksBoth) {
      const allowing = await this.issue(ctx, OLD, change);
      this.mailLink(ctx, 'allow', { to: user.email, user, named: to, ...allowing });
    }
    return asksBoth ? 'both' : 'new';
  }

  /** Whether the former mailbox has to agree: only its owner can, so the address must be proven. */
  private async asksFormer(
    { config: { account } }: ActionContext,
    adapter: CompleteAdapter,
    user: AdapterUser,
  ): Promise<boolean> {
    const isAsked = account.changeEmail !== false && account.changeEmail.confirm === 'both';
    return isAsked && normalizeEmail(user.email) !== null && isProven(adapter, user);
  }

  private async begin(
    ctx: ActionContext,
    adapter: CompleteAdapter,
    { user, to, needed }: { user: AdapterUser; to: string; needed: number },
  ): Promise<RequestedChange> {
    const subject = userSubject(user.id);
    for (const purpose of [NEW, OLD, COUNT]) await this.challenges.end(ctx, subject, purpose);
    const countId = randomToken('hex');
    await adapter.createChallenge({
      id: countId,
      purpose: COUNT,
      subject,
      data: '',
      attempts: 0,
      expires: new Date(Date.now() + lifeOf(ctx) * 1000),
    });
    const ended = accessEnd(user);
    return { userId: user.id, from: user.email || '', to, countId, needed, ended };
  }

  private issue(
    ctx: ActionContext,
    purpose: string,
    data: RequestedChange,
  ): Promise<IssuedChallenge> {
    const subject = userSubject(data.userId);
    return this.challenges.issue(ctx, { purpose, subject, data, life: lifeOf(ctx), to: 'link' });
  }

  private mailLink(
    ctx: ActionContext,
    mail: 'confirm' | 'allow',
    { token, ...order }: { to: string; user: AdapterUser; named?: string } & IssuedChallenge,
  ): void {
    const of = mail === 'confirm' ? 'new' : 'old';
    const link = { path: 'account/email-confirm', token, of };
    this.mails.send(ctx, mail, { ...order, link });
  }
}

/** @returns in seconds */
function lifeOf({ config: { account } }: ActionContext): number {
  return account.changeEmail === false ? 0 : account.changeEmail.maxAge;
}
