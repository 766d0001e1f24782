import { Injectable } from '@nestjs/common';
import type { AdapterUser } from '../adapter/adapter-rows.js';
import { addToUser } from '../adapter/add-to-user.js';
import { assertRoom } from '../adapter/assert-room.js';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import { AuthError } from '../errors/auth.error.js';
import { OAuthAccountNotLinked, UserChanged } from '../errors/sign-in.errors.js';
import { EventsService } from '../events/events.service.js';
import type { ActionContext } from '../request/context/action-context.js';
import type { Account } from '../model/account.js';
import { CurrentSessionService } from '../session/current/current-session.service.js';
import { keepProof } from './keep-proof.js';
import { keepTokens } from './keep-tokens.js';
import { isLinkableByEmail, whyNotLinked } from './linking-rules.js';
import type { Registered } from './registered.js';
import type { VerifiedIdentity } from '../feature-port/verified-identity.js';
import { ownerOfAccount, toStored } from './stored-records.js';

/**
 * Decides which user owns an account, and links it.
 * @see docs/design/wire-contract.md 7.6; docs/design/decisions.md 19, 22
 */
@Injectable()
export class AccountLinkService {
  constructor(
    private readonly sessions: CurrentSessionService,
    private readonly events: EventsService,
  ) {}

  /** Finds the user that an account belongs to; null if there is none, or no adapter. */
  async findLinked(
    { config: { adapter } }: ActionContext,
    account: Account,
  ): Promise<AdapterUser | null> {
    return adapter ? ownerOfAccount(adapter, account) : null;
  }

  /** @throws {OAuthAccountNotLinked} when a user other than the owner is signed in */
  async ownerOf(
    ctx: ActionContext,
    identity: VerifiedIdentity,
    linked: AdapterUser,
  ): Promise<Registered> {
    const current = await this.sessions.currentUser(ctx);
    if (current && current.id !== linked.id) {
      throw new OAuthAccountNotLinked(
        'the account belongs to a user other than the one who is signed in',
      );
    }
    await keepTokens(ctx, identity.stored);
    await keepProof(ctx, identity, linked);
    const account = { ...identity.account, userId: linked.id };
    return { user: linked, account, isNewUser: false };
  }

  /** @throws {OAuthAccountNotLinked} when the account may not be linked by its address */
  async linkByEmail(
    ctx: ActionContext,
    adapter: CompleteAdapter,
    { identity, owner }: { identity: VerifiedIdentity; owner: AdapterUser },
  ): Promise<Registered> {
    const linked = await this.ownerByEmail(ctx, adapter, { identity, owner });
    if (linked) return this.ownerOf(ctx, identity, linked);
    const added = await this.link(ctx, identity, owner, async () => true);
    return { ...added, isNewUser: false, isAdded: true };
  }

  /**
   * Finds out whether the account may be linked to the owner of its address.
   * @returns null if it may; the owner of the account if it was linked just now
   * @throws {OAuthAccountNotLinked} if it may not
   */
  async ownerByEmail(
    ctx: ActionContext,
    adapter: CompleteAdapter,
    { identity, owner }: { identity: VerifiedIdentity; owner: AdapterUser },
  ): Promise<AdapterUser | null> {
    if (await isLinkableByEmail(ctx, adapter, { identity, owner })) return null;
    // Another request from the same user may have registered between the look-up of the account and
    // that of the address.
    const linked = await this.findLinked(ctx, identity.account);
    if (linked) return linked;
    throw new OAuthAccountNotLinked(
      `a user with this address exists, and ${whyNotLinked(ctx, identity)}`,
    );
  }

  /**
   * Links the account to the user who is signed in.
   * @throws {FreshAuthRequired} if a stolen session could be used to add a way to sign in
   */
  async linkTo(ctx: ActionContext, identity: VerifiedIdentity, user: AdapterUser): Promise<Linked> {
    await this.sessions.assertFresh(ctx);
    const isEntitled = async () => (await this.sessions.currentUser(ctx))?.id === user.id;
    return this.link(ctx, identity, user, isEntitled);
  }

  /**
   * Links the account to a user.
   * @throws {OAuthAccountNotLinked} when the account belongs to another user
   * @throws {UserChanged} when the stored user differs from the given one
   */
  private async link(
    ctx: ActionContext,
    identity: VerifiedIdentity,
    user: AdapterUser,
    isEntitled: () => Promise<boolean>,
  ): Promise<Linked> {
    const { adapter } = ctx.config;
    if (!adapter) throw new AuthError('linking needs an adapter');
    const account = { ...identity.account, userId: user.id };
    await assertRoom(adapter, { userId: user.id, kind: 'account' });
    try {
      await addToUser(adapter, { user, account: toStored(adapter, identity, user) }, isEntitled);
    } catch (thrown) {
      if (thrown instanceof UserChanged) throw thrown;
      const linked = await this.findLinked(ctx, identity.account);
      // Another request from the same user has linked and announced it.
      if (linked?.id === user.id) return { user, account };
      if (linked) throw new OAuthAccountNotLinked('the account belongs to another user');
      throw thrown;
    }
    return { user: await this.announce(ctx, identity, user), account };
  }

  /**
   * Logs that an account was linked, and emits the event. Listeners often mark the address as
   * verified: what is opened next is opened for the user as it is then.
   * @returns the user, as long as the account is still linked
   * @throws {UserChanged} if it is not
   * @see docs/design/security-bar.md BT8 to BT11
   */
  async announce(
    ctx: ActionContext,
    identity: VerifiedIdentity,
    user: AdapterUser,
  ): Promise<AdapterUser> {
    const account = { ...(identity.stored ?? identity.account), userId: user.id };
    const { provider, type } = account;
    ctx.logger.info('account linked', { provider, type, userId: user.id });
    await this.events.emit(ctx, 'linkAccount', { user, account, profile: identity.user });
    const heard = ['createUser', 'linkAccount'] as const;
    if (!heard.some((name) => this.events.isHeard(ctx, name))) return user;
    const now = await this.findLinked(ctx, identity.account);
    if (now?.id === user.id) return now;
    throw new UserChanged('the account was removed right after it was linked');
  }
}

/** A linked account, and its user. */
interface Linked {
  readonly user: AdapterUser;
  readonly account: Account;
}
