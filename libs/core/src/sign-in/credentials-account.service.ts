import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../exchange/auth-context.js';
import { AccountLinkService } from './account-link.service.js';
import { AccountService } from './account.service.js';
import type { Registered } from './registered.js';
import type { SignInAccounts } from './sign-in-accounts.port.js';
import type { VerifiedIdentity } from './sign-in-flow.port.js';

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
   * Finds the user by id, or else by account, or else creates one.
   * @throws {OAuthAccountNotLinked} when another user has the address
   */
  async findOrRegister(ctx: AuthContext, identity: VerifiedIdentity): Promise<Registered> {
    const { adapter } = ctx.config;
    const { user, account } = identity;
    if (!adapter || ctx.config.session.strategy === 'jwt') return { user, account };
    const known =
      (await adapter.getUser(account.providerAccountId)) ??
      (await this.links.findLinked(ctx, account));
    if (known) return { user: known, account: { ...account, userId: known.id }, isNewUser: false };
    return this.accounts.registerOrLinkByEmail(ctx, adapter, identity);
  }
}
