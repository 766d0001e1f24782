import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AdapterUser } from '../adapter/adapter.port.js';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import { AuthError } from '../errors/auth.error.js';
import { AdapterError } from '../errors/internal.errors.js';
import { OAuthAccountNotLinked } from '../errors/sign-in.errors.js';
import { EventsService } from '../events/events.service.js';
import type { AuthContext } from '../exchange/auth-context.js';
import type { Account } from '../model/account.js';
import type { User } from '../model/user.js';
import type { SessionDraft } from '../session/session-strategy.port.js';
import { SessionService } from '../session/session.service.js';
import { isLinkableByEmail } from './linking-rules.js';
import { registerInSteps } from './register-in-steps.js';
import type { VerifiedIdentity } from './sign-in-flow.port.js';

/** Who signed in, as it is stored. */
export interface Registered {
  readonly user: User;
  readonly account: Account;
  /** Undefined without an adapter. */
  readonly isNewUser?: boolean;
  /** Stored already, together with a new user. */
  readonly session?: SessionDraft;
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
    if (await ownerOfAddress(adapter, identity)) {
      return this.unlessOwned(ctx, identity, 'another user has this address');
    }
    return this.register(ctx, adapter, identity);
  }

  private async ownerOf(
    ctx: AuthContext,
    identity: VerifiedIdentity,
    linked: AdapterUser,
  ): Promise<Registered> {
    const current = await this.sessions.currentUser(ctx);
    if (current && current.id !== linked.id) {
      throw new OAuthAccountNotLinked('the account belongs to another user than the one signed in');
    }
    await keepTokens(ctx, identity);
    const account = { ...identity.account, userId: linked.id };
    return { user: linked, account, isNewUser: false };
  }

  private async registerOrLinkByEmail(
    ctx: AuthContext,
    adapter: CompleteAdapter,
    identity: VerifiedIdentity,
  ): Promise<Registered> {
    const owner = await ownerOfAddress(adapter, identity);
    return owner
      ? this.linkByEmail(ctx, adapter, { identity, owner })
      : this.register(ctx, adapter, identity);
  }

  private async linkByEmail(
    ctx: AuthContext,
    adapter: CompleteAdapter,
    { identity, owner }: { identity: VerifiedIdentity; owner: AdapterUser },
  ): Promise<Registered> {
    if (!(await isLinkableByEmail(ctx, adapter, { identity, owner }))) {
      return this.unlessOwned(
        ctx,
        identity,
        'a user with this address exists and accounts are not linked by address',
      );
    }
    return { user: owner, account: await this.link(ctx, identity, owner), isNewUser: false };
  }

  /** All at once where the adapter can; events only when everything is stored. */
  private async register(
    ctx: AuthContext,
    adapter: CompleteAdapter,
    identity: VerifiedIdentity,
  ): Promise<Registered> {
    const session = adapter.has('registerUser') ? this.sessions.draft(ctx) : undefined;
    const account = toStored(adapter, identity);
    const registration = {
      user: newUser(identity),
      account,
      ...(session && { session: session.row }),
    };
    const user = adapter.has('registerUser')
      ? await adapter.registerUser(registration)
      : await registerInSteps(adapter, registration);
    if (!user) return this.lookAgain(ctx, adapter, identity);
    await this.events.emit(ctx, 'createUser', { user });
    await this.announceLink(ctx, identity, user);
    return {
      user,
      account: { ...identity.account, userId: user.id },
      isNewUser: true,
      ...(session && { session }),
    };
  }

  /**
   * Somebody was first: the same person in another request, or another account with the address.
   * @see security bar H16, H17
   */
  private async lookAgain(
    ctx: AuthContext,
    adapter: CompleteAdapter,
    identity: VerifiedIdentity,
  ): Promise<Registered> {
    const linked = await this.findLinked(ctx, identity.account);
    if (linked) return this.ownerOf(ctx, identity, linked);
    const owner = await ownerOfAddress(adapter, identity);
    if (owner) return this.linkByEmail(ctx, adapter, { identity, owner });
    throw new AdapterError('the user could not be registered: a unique key is taken');
  }

  /**
   * Refuses, unless the owner of the address is who signs in: another request of the same person
   * may have registered between the look-up of the account and that of the address.
   */
  private async unlessOwned(
    ctx: AuthContext,
    identity: VerifiedIdentity,
    refusal: string,
  ): Promise<Registered> {
    const linked = await this.findLinked(ctx, identity.account);
    if (linked) return this.ownerOf(ctx, identity, linked);
    throw new OAuthAccountNotLinked(refusal);
  }

  private async link(
    ctx: AuthContext,
    identity: VerifiedIdentity,
    user: AdapterUser,
  ): Promise<Account> {
    const { adapter } = ctx.config;
    if (!adapter) throw new AuthError('linking needs an adapter');
    const account = { ...identity.account, userId: user.id };
    try {
      await adapter.linkAccount({ ...toStored(adapter, identity), userId: user.id });
    } catch (thrown) {
      const linked = await this.findLinked(ctx, identity.account);
      // The same person linked it in another request, which has announced it.
      if (linked?.id === user.id) return account;
      if (linked) throw new OAuthAccountNotLinked('the account belongs to another user');
      throw thrown;
    }
    await this.announceLink(ctx, identity, user);
    return account;
  }

  private async announceLink(
    ctx: AuthContext,
    identity: VerifiedIdentity,
    user: AdapterUser,
  ): Promise<void> {
    const account = { ...(identity.stored ?? identity.account), userId: user.id };
    await this.events.emit(ctx, 'linkAccount', { user, account, profile: identity.user });
  }
}

function newUser({ user }: VerifiedIdentity): AdapterUser {
  const { name, email, image, ...own } = user;
  return {
    ...own,
    id: user.id ?? randomUUID(),
    name: name ?? null,
    email: email ?? '',
    image: image ?? null,
    emailVerified: null,
  };
}

/** What is stored of an account, with the proof of its address where there is a column for it. */
function toStored(adapter: CompleteAdapter, identity: VerifiedIdentity): Account {
  const verified = adapter.columns.has('accounts.emailVerified')
    ? { emailVerified: identity.profile?.email_verified === true }
    : {};
  return { ...(identity.stored ?? identity.account), ...verified };
}

async function ownerOfAddress(
  adapter: CompleteAdapter,
  { user: { email } }: VerifiedIdentity,
): Promise<AdapterUser | null> {
  return email ? adapter.getUserByEmail(email) : null;
}

/** The tokens of the latest sign-in, where the adapter can change an account. */
async function keepTokens(
  { config: { adapter } }: AuthContext,
  { stored }: VerifiedIdentity,
): Promise<void> {
  if (stored && adapter?.has('updateAccount')) await adapter.updateAccount(stored);
}
