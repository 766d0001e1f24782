import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../exchange/auth-context.js';
import { hasOwnUsers, notStored } from '../config/own-users.js';
import { AccountLinkService } from './account-link.service.js';
import { AccountService } from './account.service.js';
import { keepProof } from './keep-proof.js';
import type { Registered } from './registered.js';
import type { SignInAccounts } from './sign-in-accounts.port.js';
import type { VerifiedIdentity } from '../feature/verified-identity.js';

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

  /**
   * Finds the user by account, or else creates one. An id that `authorize` returned is an id of the
   * adapter only if the provider says so.
   * @throws {OAuthAccountNotLinked} when another user has the address
   * @throws {CredentialsSignin} when the user of the adapter no longer exists
   */
  async findOrRegister(ctx: AuthContext, identity: VerifiedIdentity): Promise<Registered> {
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
