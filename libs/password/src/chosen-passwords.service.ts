import { AccessDenied, type AdapterUser, AuthError } from '@authnest/core';
import {
  type ActionContext,
  type SessionContext,
  UserSessionsService,
  type VerifiedIdentity,
} from '@authnest/core/feature';
import { Injectable } from '@nestjs/common';
import { identityOf } from './identity-of.js';
import { isBreached, type Weakness, weaknessOf } from './policy/password-policy.js';
import { requireSettings } from './settings.js';
import type { StoredPassword } from './store/password-store.js';
import { storeOf } from './store/store-of.js';

/** Who chooses a password. */
export interface Chooser {
  readonly email?: string | null;
  readonly name?: string | null;
  /** The present password. If another one has to be chosen, the same is refused. */
  readonly stored?: StoredPassword | null;
}

/** Judges, hashes and stores the passwords that people choose. */
@Injectable()
export class ChosenPasswordsService {
  constructor(private readonly sessions: UserSessionsService) {}

  /**
   * @param beforeBreaches - called for a password that everything else allows
   * @returns why a password is refused; null if it is not
   */
  async weakness(
    ctx: SessionContext,
    password: string,
    { stored, ...who }: Chooser,
    beforeBreaches?: () => Promise<void>,
  ): Promise<Weakness | null> {
    const { config, logger, origin } = ctx;
    const context = { ...who, site: config.name, host: new URL(origin).hostname };
    const policy = requireSettings(config);
    const weak = await weaknessOf(password, policy, context);
    if (weak) return weak;
    if (stored?.mustChange && (await policy.verifier.verify(password, stored.hash)).isRight)
      return 'unchanged';
    await beforeBreaches?.();
    const isKnown = await isBreached(password, policy, (thrown) => {
      logger.error(
        new AuthError('a password was not compared with breaches', { err: thrown as Error }),
      );
    });
    return isKnown ? 'breached' : null;
  }

  hash({ config }: SessionContext, password: string): Promise<string> {
    return requireSettings(config).verifier.hash(password);
  }

  /**
   * Stores a hash that the person has just chosen.
   * @param replaces - as for `PasswordStore.save`
   * @returns whether it was stored
   */
  async store(
    { config }: SessionContext,
    userId: string,
    { hash, replaces }: { readonly hash: string; readonly replaces?: string | null },
  ): Promise<boolean> {
    const password = { userId, hash, changedAt: new Date(Date.now()), mustChange: false };
    return storeOf(config).save(password, replaces);
  }

  /**
   * Takes back a password that was stored just now, unless there is another one by now.
   * @param former - the one that it has replaced
   */
  async takeBack(
    { config }: SessionContext,
    { userId, hash, former }: { userId: string; hash: string; former?: StoredPassword | null },
  ): Promise<void> {
    const store = storeOf(config);
    if (former) await store.save(former, hash);
    else if ((await store.find(userId))?.hash === hash) await store.remove(userId, hash);
  }

  /**
   * Ends all sessions of a user, and every sign-in in progress that was verified with what was right
   * before.
   * @param going - the request whose session goes on, or that is about to open one
   * @returns false if the session of that request ended meanwhile
   */
  async endOthers(
    ctx: ActionContext,
    userId: string,
    going?: { readonly isSigningIn: boolean },
  ): Promise<boolean> {
    const { config, logger } = ctx;
    const asker = { config, logger, userId, isStored: true } as const;
    const isThere = await this.sessions.endAccess(asker, going && { ctx, ...going });
    // Then it has ended none of the others.
    if (!isThere) await this.sessions.endAccess(asker);
    return isThere;
  }

  /**
   * Returns the identity of a user who has just chosen a password. If all sessions end before one
   * is opened, it counts only as long as nobody else has set or removed the password.
   */
  identity(
    { config }: SessionContext,
    user: AdapterUser,
    hash: string,
  ): VerifiedIdentity & Required<Pick<VerifiedIdentity, 'verifyAgain'>> {
    const identity = identityOf(user);
    const verifyAgain = async (): Promise<VerifiedIdentity> => {
      const now = await storeOf(config).find(user.id);
      if (now?.hash === hash) return identity;
      throw new AccessDenied('the password was set or removed since the sign-in began');
    };
    return { ...identity, verifyAgain };
  }
}
