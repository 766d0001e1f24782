import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AdapterUser } from '../adapter/adapter.port.js';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import { AuthError } from '../errors/auth.error.js';
import { OAuthAccountNotLinked } from '../errors/sign-in.errors.js';
import { EventsService } from '../events/events.service.js';
import type { AuthContext } from '../exchange/auth-context.js';
import type { Account } from '../model/account.js';
import type { User } from '../model/user.js';
import { SessionService } from '../session/session.service.js';
import { isLinkableByEmail } from './linking-rules.js';
import type { VerifiedIdentity } from './sign-in-flow.port.js';

/** Who signed in, as it is stored. */
export interface Registered {
  readonly user: User;
  readonly account: Account;
  /** Undefined without an adapter. */
  readonly isNewUser?: boolean;
}

/**
 * Finds, links and registers users.
 * @see wire contract 7.6; design decisions 8, 19, 22
 */
@Injectable()
export class AccountService {
  constructor(
    private readonly sessions: SessionService,
    private readonly events: EventsService,
  ) {}

  /** The user that an account belongs to; null without an adapter too. */
  async findLinked(
    { config }: AuthContext,
    { provider, providerAccountId }: Account,
  ): Promise<AdapterUser | null> {
    return config.adapter?.getUserByAccount({ provider, providerAccountId }) ?? null;
  }

  /** @throws {OAuthAccountNotLinked} when the account or the address belongs to somebody else */
  async findOrRegister(
    ctx: AuthContext,
    identity: VerifiedIdentity,
    linked: AdapterUser | null,
  ): Promise<Registered> {
    const { adapter } = ctx.config;
    if (!adapter) return { user: identity.user, account: identity.account };
    if (linked) return this.ownerOf(ctx, identity, linked);
    const current = await this.sessions.currentUser(ctx);
    if (current) {
      const account = await this.link(ctx, identity, current);
      return { user: current, account, isNewUser: false };
    }
    return this.registerOrLinkByEmail(ctx, adapter, identity);
  }

  /**
   * Credentials with database sessions: the user is found by id, else by account, else created.
   * @throws {OAuthAccountNotLinked} when another user has the address
   * @see design decision 8
   */
  async findOrRegisterCredentials(
    ctx: AuthContext,
    identity: VerifiedIdentity,
  ): Promise<Registered> {
    const { adapter } = ctx.config;
    const { user, account } = identity;
    if (!adapter || ctx.config.session.strategy === 'jwt') return { user, account };
    const known =
      (await adapter.getUser(account.providerAccountId)) ?? (await this.findLinked(ctx, account));
    if (known) return { user: known, account: { ...account, userId: known.id }, isNewUser: false };
    if (user.email && (await adapter.getUserByEmail(user.email))) {
      throw new OAuthAccountNotLinked('another user has this address');
    }
    return this.register(ctx, adapter, identity);
  }

  private async ownerOf(
    ctx: AuthContext,
    { account }: VerifiedIdentity,
    linked: AdapterUser,
  ): Promise<Registered> {
    const current = await this.sessions.currentUser(ctx);
    if (current && current.id !== linked.id) {
      throw new OAuthAccountNotLinked('the account belongs to another user than the one signed in');
    }
    return { user: linked, account: { ...account, userId: linked.id }, isNewUser: false };
  }

  private async registerOrLinkByEmail(
    ctx: AuthContext,
    adapter: CompleteAdapter,
    identity: VerifiedIdentity,
  ): Promise<Registered> {
    const { email } = identity.user;
    const owner = email ? await adapter.getUserByEmail(email) : null;
    if (!owner) return this.register(ctx, adapter, identity);
    if (!(await isLinkableByEmail(ctx, adapter, { identity, owner }))) {
      throw new OAuthAccountNotLinked(
        'a user with this address exists and accounts are not linked by address',
      );
    }
    return { user: owner, account: await this.link(ctx, identity, owner), isNewUser: false };
  }

  private async register(
    ctx: AuthContext,
    adapter: CompleteAdapter,
    identity: VerifiedIdentity,
  ): Promise<Registered> {
    const { name, email, image, ...own } = identity.user;
    const user = await adapter.createUser({
      ...own,
      id: identity.user.id ?? randomUUID(),
      name: name ?? null,
      email: email ?? '',
      image: image ?? null,
      emailVerified: null,
    });
    await this.events.emit(ctx, 'createUser', { user });
    const account = await this.link(ctx, identity, user);
    return { user, account, isNewUser: true };
  }

  private async link(
    ctx: AuthContext,
    identity: VerifiedIdentity,
    user: AdapterUser,
  ): Promise<Account> {
    const { adapter } = ctx.config;
    const stored = { ...(identity.stored ?? identity.account), userId: user.id };
    if (!adapter) throw new AuthError('linking needs an adapter');
    const verified = adapter.columns.has('accounts.emailVerified')
      ? { emailVerified: identity.profile?.email_verified === true }
      : {};
    await adapter.linkAccount({ ...stored, ...verified });
    await this.events.emit(ctx, 'linkAccount', { user, account: stored, profile: identity.user });
    return { ...identity.account, userId: user.id };
  }
}
