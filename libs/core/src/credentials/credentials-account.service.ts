import { Injectable } from '@nestjs/common';
import type { AdapterUser } from '../adapter/adapter-rows.js';
import type { ActionContext } from '../request/context/action-context.js';
import { hasOwnUsers, notStored } from '../config/own-users.js';
import { AccountLinkService } from '../sign-in/account-link.service.js';
import { AccountService } from '../sign-in/account.service.js';
import { keepProof } from '../sign-in/keep-proof.js';
import type { Registered } from '../sign-in/registered.js';
import type { SignInAccounts } from '../sign-in/sign-in-accounts.port.js';
import type { VerifiedIdentity } from '../feature-port/verified-identity.js';

/**
 * Finds the user of a credentials sign-in. Only database sessions store a user.
 * @see docs/design/decisions.md 8
 */
@Injectable()
export class CredentialsAccountService implements SignInAccounts {
  readonly types = ['credentials'] as const;

  constructor(
    private readonly accounts: AccountService,
    private readonly links: AccountLinkService,
  ) {}

  /** Not needed: `authorize` has found the user. */
  async find(): Promise<null> {
    return null;
  }

  async expected(ctx: ActionContext, identity: VerifiedIdentity): Promise<AdapterUser | null> {
    const { adapter, session } = ctx.config;
    const { account } = identity;
    if (!adapter) return null;
    if (!hasOwnUsers(ctx.config, account.provider)) {
      return adapter.getUser(account.providerAccountId);
    }
    if (session.strategy === 'jwt') return null;
    const linked = await this.links.findLinked(ctx, account);
    return linked ?? this.accounts.expectedOwner(ctx, adapter, identity);
  }

  /**
   * Finds the user by account, or else creates one. An id that `authorize` returned is an id of the
   * adapter only if the provider says so.
   * @throws {OAuthAccountNotLinked} when another user has the address
   * @throws {CredentialsSignin} when the user of the adapter no longer exists
   */
  async findOrRegister(ctx: ActionContext, identity: VerifiedIdentity): Promise<Registered> {
    const { adapter } = ctx.config;
    const { user, account } = identity;
    if (!adapter || ctx.config.session.strategy === 'jwt') return { user, account };
    const isOwn = hasOwnUsers(ctx.config, account.provider);
    const byId = isOwn ? null : await adapter.getUser(account.providerAccountId);
    const known = byId ?? (await this.links.findLinked(ctx, account));
    if (!known && !isOwn) throw notStored();
    if (known) {
      await keepProof(ctx, identity, known);
      return { user: known, account: { ...account, userId: known.id }, isNewUser: false };
    }
    // The new user gets an id of its own, since somebody else may have that of the list.
    const { id: _id, ...newcomer } = user;
    return this.accounts.registerOrLinkByEmail(ctx, adapter, {
      ...identity,
      user: newcomer,
    });
  }
}
