import { Injectable } from '@nestjs/common';
import { accessEnd } from '../../../adapter/access-end.js';
import type { AdapterUser } from '../../../adapter/adapter-rows.js';
import type { CompleteAdapter } from '../../../adapter/complete-adapter.js';
import { isProven } from '../../../adapter/is-proven.js';
import { AuthError } from '../../../errors/auth.error.js';
import { AccessDenied } from '../../../errors/sign-in.errors.js';
import { EventsService } from '../../../events/events.service.js';
import { userSubject } from '../../../feature-port/challenge.js';
import { ChallengesService } from '../../../feature-port/challenges.service.js';
import { FeaturesService } from '../../../feature-port/features.service.js';
import { idOf } from '../../../feature-port/kept-challenge.js';
import { normalizeEmail } from '../../../model/normalize-email.js';
import type { ActionContext } from '../../../request/context/action-context.js';
import { CurrentSessionService } from '../../../session/current/current-session.service.js';
import { UserSessionsService } from '../../session-list/user-sessions.service.js';
import { adapterOf } from '../adapter-of.js';
import { MailedProofsService } from '../mailed-proofs.service.js';
import { markWays, removeAdded } from './added-ways.js';
import { allInTurn } from './all-in-turn.js';
import {
  type AddressChange,
  type AskedChange,
  FORMER,
  UNDO,
  type UndoableChange,
} from './address-change.js';
import { AddressMailsService } from './address-mails.service.js';
import { moveAddress } from './move-address.js';
import { takeFromTyper } from './typed-by-others.js';

/** The most rounds while others change the user, or add ways to sign in. */
const MOST_ROUNDS = 10;

/** `signed-out`: the address has changed, and the session of the request has ended. */
export type Changed = 'changed' | 'signed-out' | 'taken' | 'gone';

/** Changes the address of a user once everybody has agreed, and takes it back. */
@Injectable()
export class AddressChangeService {
  constructor(
    private readonly challenges: ChallengesService,
    private readonly proofs: MailedProofsService,
    private readonly userSessions: UserSessionsService,
    private readonly sessions: CurrentSessionService,
    private readonly features: FeaturesService,
    private readonly mails: AddressMailsService,
    private readonly events: EventsService,
  ) {}

  /**
   * Moves the user to the new address. After that step, what was mailed to the former one ends, the
   * link to undo is mailed there, and all sessions end but that of this request, if it is theirs.
   * @param needsSession - whether the request must be one of the user: it may have ended meanwhile
   */
  async change(
    ctx: ActionContext,
    { ended, ...change }: AskedChange,
    needsSession: boolean,
  ): Promise<Changed> {
    // Or the address would change without a mail to the former one.
    this.mails.assertOrigin(ctx);
    const adapter = adapterOf(ctx);
    const { userId, from, to } = change;
    const before = await adapter.getUser(userId);
    // The session that asked may have been stolen, and its owner has ended all sessions since.
    if (!before || accessEnd(before) !== ended) return 'gone';
    // Somebody else may have the mailbox of an address that was only typed.
    const isFormerProven = from !== '' && (await isProven(adapter, before));
    const ways = await markWays(adapter, userId);
    const isReturn = (await adapter.getChallenge(idOfFormer(userId, to))) !== null;
    await this.takeFromTyper(ctx, userId, to);
    // Last, since listeners take time, in which the session may be signed out.
    const isOwn = (await this.sessions.currentUser(ctx))?.id === userId;
    if (needsSession && !isOwn) return 'gone';
    const user = await moveAddress(adapter, change, before);
    if (typeof user === 'string') return user;
    ctx.logger.info('address changed', { userId });
    let goesOn = false;
    // The change cannot be made again, so none of these depends on another one.
    await allInTurn([
      () => this.proofs.end(ctx, userId, [from]),
      async () => {
        if (isFormerProven) await this.tellFormer(ctx, user, { ...change, ways }, isReturn);
      },
      async () => void (goesOn = await this.endOthers(ctx, user, isOwn)),
      async () => this.events.emit(ctx, 'changeEmail', { user, from, to }),
    ]);
    return goesOn ? 'changed' : 'signed-out';
  }

  /**
   * Gives the former address back, and ends all sessions. Whoever had the other address may have
   * added ways to sign in, and set a password by a mail to it: they go. If it breaks off, it can be
   * called again: the link ends last, since nothing else gives the user back to the owner.
   */
  async undo(ctx: ActionContext, { userId, from, to, ways }: UndoableChange): Promise<Changed> {
    const adapter = adapterOf(ctx);
    const isOwn = (await this.sessions.currentUser(ctx))?.id === userId;
    if ((await adapter.getUser(userId))?.email === to) await this.takeFromTyper(ctx, userId, from);
    const user = await this.moveBack(adapter, { userId, from, to });
    if (typeof user === 'string') return user;
    ctx.logger.info('change of address undone', { userId });
    await this.endSessions(ctx, userId);
    const removed = await this.features.removing(ctx, adapter, userId);
    await this.removeAdded(ctx, userId, ways);
    await removed();
    if (isOwn) ctx.carrier.clear();
    await this.proofs.end(ctx, userId, [from, to]);
    await this.events.emit(ctx, 'changeEmail', { user, from: to, to: from });
    return 'signed-out';
  }

  /** Whoever ends sessions at this moment, such as a thief, must not keep the owner from it. */
  private async moveBack(
    adapter: CompleteAdapter,
    { userId, from, to }: AddressChange,
  ): Promise<AdapterUser | 'taken' | 'gone'> {
    for (let round = 1; ; round += 1) {
      const before = await adapter.getUser(userId);
      if (before?.email === from) return before;
      const user = await moveAddress(adapter, { userId, from: to, to: from }, before);
      if (user !== 'gone' || before?.email !== to || round === MOST_ROUNDS) return user;
    }
  }

  /** Whoever signs in with one of them meanwhile may add another one, until none is found. */
  private async removeAdded(
    ctx: ActionContext,
    userId: string,
    ways: readonly string[],
  ): Promise<void> {
    for (let round = 1; round <= MOST_ROUNDS; round += 1) {
      const wereAny = await removeAdded(adapterOf(ctx), userId, ways);
      await this.endSessions(ctx, userId);
      if (!wereAny) return;
    }
    throw new AuthError('ways to sign in are added faster than they can be removed');
  }

  /** Somebody else may only have typed the address, which occupies nothing. */
  private async takeFromTyper(ctx: ActionContext, userId: string, address: string): Promise<void> {
    const typer = await takeFromTyper(ctx.config, adapterOf(ctx), { userId, address });
    if (typer) await this.events.emit(ctx, 'updateUser', { user: typer });
  }

  /**
   * @param isReturn - whether the user goes back to an address that could still undo its change: who
   * had the account in between must not take it once more
   */
  private async tellFormer(
    ctx: ActionContext,
    user: AdapterUser,
    change: UndoableChange,
    isReturn: boolean,
  ): Promise<void> {
    const { changeEmail } = ctx.config.account;
    const { userId, from, to } = change;
    const order = { to: from, user, named: to };
    if (changeEmail === false || changeEmail.undo === 0 || isReturn) {
      this.mails.send(ctx, 'changedForGood', order);
      return;
    }
    const undo = {
      purpose: UNDO,
      subject: userSubject(userId),
      data: change,
      life: changeEmail.undo,
      to: 'link',
    } as const;
    const issuing = this.challenges.issue<UndoableChange>(ctx, undo).catch((thrown: unknown) => {
      // Without a link, the owner knows at least.
      this.mails.send(ctx, 'changedForGood', order);
      throw thrown;
    });
    const { token, expires } = await issuing;
    const link = { path: 'account/email-undo', token };
    this.mails.send(ctx, 'changed', { ...order, link, expires });
    await adapterOf(ctx).createChallenge({
      id: idOfFormer(userId, from),
      purpose: FORMER,
      subject: userSubject(userId),
      data: '',
      attempts: 0,
      expires,
    });
  }

  /**
   * @param going - the request whose session goes on
   * @returns false, having ended none, if that session is over
   */
  private endSessions(
    { config, logger }: ActionContext,
    userId: string,
    going?: ActionContext,
  ): Promise<boolean> {
    const asker = { config, logger, userId, isStored: true } as const;
    return this.userSessions.endAccess(asker, going && { ctx: going, isSigningIn: false });
  }

  /**
   * Ends all sessions of the user but that of the request, if it is theirs.
   * @returns whether that one goes on
   */
  private async endOthers(ctx: ActionContext, user: AdapterUser, isOwn: boolean): Promise<boolean> {
    const goesOn = isOwn && (await this.endSessions(ctx, user.id, ctx));
    // It has ended meanwhile, or is of before the address was first proven.
    if (!goesOn) await this.endSessions(ctx, user.id);
    return goesOn && this.renew(ctx, user);
  }

  /**
   * A stateless session has got a new value already, and shows the new address.
   * @returns false if the session ended meanwhile
   */
  private async renew(ctx: ActionContext, user: AdapterUser): Promise<boolean> {
    if (ctx.config.session.strategy === 'jwt') return true;
    const { id: userId, email: providerAccountId } = user;
    const account = { provider: 'email', providerAccountId, type: 'email', userId } as const;
    try {
      await this.sessions.open(ctx, { user, account, continues: true });
      return true;
    } catch (thrown) {
      if (thrown instanceof AccessDenied) return false;
      throw thrown;
    }
  }
}

/** Of the row that lasts as long as the link to undo, and ends with it. */
function idOfFormer(userId: string, address: string): string {
  return idOf(FORMER, `${userId}:${normalizeEmail(address) ?? address}`);
}
