import { AccessDenied, type AdapterUser, CredentialsSignin, EventsService } from '@authnest/core';
import {
  type ActionContext,
  ChallengesService,
  CurrentSessionService,
  isProven,
  LimitsService,
  MailerService,
  SignInService,
} from '@authnest/core/feature';
import { Injectable } from '@nestjs/common';
import type { Changing } from './changing.service.js';
import { ChosenPasswordsService } from './chosen-passwords.service.js';
import { identityOf, withProvider } from './identity-of.js';
import { sendMail } from './mails.js';
import { orUndo } from './or-undo.js';
import { resetSubject } from './registering.js';
import { PROVIDER, requireSettings } from './settings.js';
import { adapterOf } from './store/store-of.js';

/** What a person has done with the own password. */
interface Changed {
  readonly mail: 'passwordChanged' | 'passwordRemoved';
  readonly isSigningIn: boolean;
  readonly undo: () => Promise<unknown>;
}

/** What both the page and the service do when a person changes the own password, or removes it. */
@Injectable()
export class PasswordChangesService {
  constructor(
    private readonly passwords: ChosenPasswordsService,
    private readonly challenges: ChallengesService,
    private readonly sessions: CurrentSessionService,
    private readonly signIns: SignInService,
    private readonly limits: LimitsService,
    private readonly mailer: MailerService,
    private readonly events: EventsService,
  ) {}

  /** Whether it is the present password. A wrong one counts as a wrong password at sign-in. */
  async isCurrent(
    ctx: ActionContext,
    { user, stored }: Pick<Changing, 'user' | 'stored'>,
    current: string,
  ): Promise<boolean> {
    const { verifier } = requireSettings(ctx.config);
    const attempt = { work: 'credentials', identifier: user.email || user.id } as const;
    try {
      await this.limits.attempt(withProvider(ctx), attempt, async () => {
        const verdict = await verifier.verify(current, stored?.hash);
        if (!verdict.isRight) throw new CredentialsSignin('the current password is wrong');
      });
      return true;
    } catch (thrown) {
      if (thrown instanceof CredentialsSignin) return false;
      throw thrown;
    }
  }

  /**
   * Stores a new password. The session of the request goes on under a new value, all others end.
   * @returns false if the session ended meanwhile, or something else set the password: a reset then
   * wins, as what was proven here is the former password
   */
  async change(
    ctx: ActionContext,
    { user, stored, due }: Changing,
    hash: string,
  ): Promise<boolean> {
    const replaces = stored?.hash ?? null;
    const undo = () => this.passwords.takeBack(ctx, { userId: user.id, hash, former: stored });
    const goesOn = async () =>
      due
        ? (await this.signIns.waiting(ctx, PROVIDER)) !== null
        : this.isSame(user, await this.sessions.currentUser(ctx));
    // The password was judged and hashed meanwhile, which takes time.
    if (!(await goesOn())) return false;
    const storing = this.passwords.store(ctx, user.id, { hash, replaces });
    if (!(await orUndo(storing, undo))) return false;
    // Whoever ends sessions because of a thief removes passwords too, but maybe before this one.
    if (!(await orUndo(goesOn(), undo))) {
      await undo();
      // Somebody may have signed in with it meanwhile.
      await this.passwords.endOthers(ctx, user.id);
      return false;
    }
    ctx.logger.info('password changed', { userId: user.id });
    const isThere = await this.endOthers(ctx, user, {
      mail: 'passwordChanged',
      isSigningIn: due,
      undo,
    });
    await this.events.emit(ctx, 'changePassword', { user });
    return isThere;
  }

  /**
   * After a password was removed: as after a change.
   * @param undo - brings it back
   * @returns false if the session has ended
   */
  async removed(
    ctx: ActionContext,
    user: AdapterUser,
    undo: () => Promise<unknown>,
  ): Promise<boolean> {
    ctx.logger.info('password removed', { userId: user.id });
    return this.endOthers(ctx, user, { mail: 'passwordRemoved', isSigningIn: false, undo });
  }

  /** Whether it still is the session of a user who is as before: nobody has proven the address. */
  private isSame(before: AdapterUser, now: AdapterUser | null): boolean {
    return (
      now?.id === before.id &&
      (now.email || '') === (before.email || '') &&
      Boolean(now.emailVerified) === Boolean(before.emailVerified)
    );
  }

  /** If the sessions cannot be ended, nothing has changed: a thief's would seem to be over. */
  private async endOthers(
    ctx: ActionContext,
    user: AdapterUser,
    { mail, isSigningIn, undo }: Changed,
  ): Promise<boolean> {
    const ending = this.passwords.endOthers(ctx, user.id, { isSigningIn });
    const isThere = await orUndo(ending, undo);
    // An address that is only typed may be a stranger's.
    if (user.email && (await isProven(adapterOf(ctx.config), user)))
      sendMail(ctx, this.mailer, mail, { to: user.email, user });
    await this.challenges.end(ctx, resetSubject(user.email), 'reset');
    return isThere && (isSigningIn || this.renew(ctx, user.id));
  }

  /**
   * Gives a stored session another value, as a stateless one has got: a copy of it is worthless.
   * @returns false if it ended meanwhile
   */
  private async renew(ctx: ActionContext, userId: string): Promise<boolean> {
    const { config } = ctx;
    if (config.session.strategy === 'jwt') return true;
    const user = await adapterOf(config).getUser(userId);
    if (!user) return false;
    const { account } = identityOf(user);
    try {
      await this.sessions.open(ctx, { user, account, continues: true });
      return true;
    } catch (thrown) {
      if (thrown instanceof AccessDenied) return false;
      throw thrown;
    }
  }
}
