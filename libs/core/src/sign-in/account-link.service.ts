import { Injectable } from '@nestjs/common';
import type { AdapterUser } from '../adapter/adapter-rows.js';
import { addToUser } from '../adapter/add-to-user.js';
import { assertRoom } from '../adapter/assert-room.js';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import { AuthError } from '../errors/auth.error.js';
import { OAuthAccountNotLinked, UserChanged } from '../errors/sign-in.errors.js';
import { EventsService } from '../events/events.service.js';
import type { AuthContext } from '../exchange/auth-context.js';
import type { Account } from '../model/account.js';
import { CurrentSessionService } from '../session/current-session.service.js';
import { keepProof } from './keep-proof.js';
import { keepTokens } from './keep-tokens.js';
import { isLinkableByEmail, whyNotLinked } from './linking-rules.js';
import type { Registered } from './registered.js';
import type { VerifiedIdentity } from '../feature/verified-identity.js';
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
    { config: { adapter } }: AuthContext,
    account: Account,
  ): Promise<AdapterUser | null> {
    return adapter ? ownerOfAccount(adapter, account) : null;
  }

  /** @throws {OAuthAccountNotLinked} when a user other than the owner is signed in */
  async ownerOf(
    ctx: AuthContext,
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
    ctx: AuthContext,
    adapter: CompleteAdapter,
    { identity, owner }: { identity: VerifiedIdentity; owner: AdapterUser },
  ): Promise<Registered> {
    if (await isLinkableByEmail(ctx, adapter, { identity, owner })) {
      const account = await this.link(ctx, identity, owner, async () => true);
      return { user: owner, account, isNewUser: false };
    }
    // Another request from the same user may have registered between the look-up of the account and
    // that of the address.
    const linked = await this.findLinked(ctx, identity.account);
    if (linked) return this.ownerOf(ctx, identity, linked);
    throw new OAuthAccountNotLinked(
      `a user with this address exists, and ${whyNotLinked(ctx, identity)}`,
    );
  }

  /** Links the account to the user who is signed in. */
  async linkTo(ctx: AuthContext, identity: VerifiedIdentity, user: AdapterUser): Promise<Account> {
    const isEntitled = async () => (await this.sessions.currentUser(ctx))?.id === user.id;
    return this.link(ctx, identity, user, isEntitled);
  }

  /**
   * Links the account to a user.
   * @throws {OAuthAccountNotLinked} when the account belongs to another user
   * @throws {UserChanged} when the stored user differs from the given one
   */
  private async link(
    ctx: AuthContext,
    identity: VerifiedIdentity,
    user: AdapterUser,
    isEntitled: () => Promise<boolean>,
  ): Promise<Account> {
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
      if (linked?.id === user.id) return account;
      if (linked) throw new OAuthAccountNotLinked('the account belongs to another user');
      throw thrown;
    }
    await this.announce(ctx, identity, user);
    return account;
  }

  /** Logs that an account was linked, and emits the event. */
  async announce(ctx: AuthContext, identity: VerifiedIdentity, user: AdapterUser): Promise<void> {
    const account = { ...(identity.stored ?? identity.account), userId: user.id };
    const { provider, type } = account;
    ctx.logger.info('account linked', { provider, type, userId: user.id });
    await this.events.emit(ctx, 'linkAccount', { user, account, profile: identity.user });
  }
}
