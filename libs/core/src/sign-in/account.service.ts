import { Injectable } from '@nestjs/common';
import type { AdapterUser } from '../adapter/adapter-rows.js';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import { addressToStore } from '../adapter/user-of-address.js';
import { AdapterError } from '../errors/internal.errors.js';
import { AccountNotLinked, OAuthAccountNotLinked } from '../errors/sign-in.errors.js';
import { EventsService } from '../events/events.service.js';
import type { ActionContext } from '../request/context/action-context.js';
import type { Account } from '../model/account.js';
import { CurrentSessionService } from '../session/current/current-session.service.js';
import { AccountLinkService } from './account-link.service.js';
import { registerInSteps } from './register-in-steps.js';
import type { SessionOwner } from '../session/records/listed-session.js';
import type { Registered } from './registered.js';
import type { SignInAccounts } from './sign-in-accounts.port.js';
import type { VerifiedIdentity } from '../feature-port/verified-identity.js';
import { newUser, ownerOfAddress, toStored } from './stored-records.js';
import { isTakeable, takeTypedAddress } from './typed-address.js';

/**
 * Finds the user who signs in with an OAuth provider, or registers one.
 * @see docs/design/wire-contract.md 7.6; docs/design/decisions.md 8, 19
 */
@Injectable()
export class AccountService implements SignInAccounts {
  readonly types = ['oauth', 'oidc'] as const;

  constructor(
    private readonly links: AccountLinkService,
    private readonly sessions: CurrentSessionService,
    private readonly events: EventsService,
  ) {}

  find(ctx: ActionContext, account: Account): Promise<AdapterUser | null> {
    return this.links.findLinked(ctx, account);
  }

  async expected(ctx: ActionContext, identity: VerifiedIdentity): Promise<AdapterUser | null> {
    const { adapter } = ctx.config;
    if (!adapter) return null;
    assertNoProof(identity);
    return (await this.sessions.currentUser(ctx)) ?? this.expectedOwner(ctx, adapter, identity);
  }

  /**
   * Finds whom {@link registerOrLinkByEmail} will return; null for a new user. Nobody is asked
   * anything, and nothing waits, in the name of an owner with whom the sign-in cannot end.
   * @throws {OAuthAccountNotLinked} when the account may not be linked by its address
   */
  async expectedOwner(
    ctx: ActionContext,
    adapter: CompleteAdapter,
    identity: VerifiedIdentity,
  ): Promise<AdapterUser | null> {
    const owner = await ownerOfAddress(adapter, identity);
    const isTaken =
      owner && identity.address === 'verified' && (await isTakeable(ctx.config, adapter, owner));
    if (!owner || isTaken) return null;
    return (await this.links.ownerByEmail(ctx, adapter, { identity, owner })) ?? owner;
  }

  /**
   * @throws {OAuthAccountNotLinked} when the account or the address belongs to another user
   * @throws {AccountNotLinked} when it should prove who the user of the session is, and is not theirs
   */
  async findOrRegister(
    ctx: ActionContext,
    identity: VerifiedIdentity,
    known: AdapterUser | null,
  ): Promise<Registered> {
    const { adapter } = ctx.config;
    if (!adapter) return { user: identity.user, account: identity.account };
    if (known) return this.links.ownerOf(ctx, identity, known);
    assertNoProof(identity);
    const current = await this.sessions.currentUser(ctx);
    assertSameUser(identity, current?.id ?? (await this.sessions.currentUserId(ctx)));
    if (current) {
      assertSameSession(identity, await this.sessions.owner(ctx));
      const linked = await this.links.linkTo(ctx, identity, current);
      return { ...linked, isNewUser: false, isAdded: true, continues: true };
    }
    return this.registerOrLinkByEmail(ctx, adapter, identity);
  }

  /**
   * Links an account without a user to the owner of its address, or registers a new user. If the
   * owner only typed the address, a user whose provider has verified it takes it over.
   */
  async registerOrLinkByEmail(
    ctx: ActionContext,
    adapter: CompleteAdapter,
    identity: VerifiedIdentity,
  ): Promise<Registered> {
    const owner = await ownerOfAddress(adapter, identity);
    const former =
      owner &&
      identity.address === 'verified' &&
      (await takeTypedAddress(ctx.config, adapter, owner));
    if (former) await this.events.emit(ctx, 'updateUser', { user: former });
    return owner && !former
      ? this.links.linkByEmail(ctx, adapter, { identity, owner })
      : this.register(ctx, adapter, identity);
  }

  private async register(
    ctx: ActionContext,
    adapter: CompleteAdapter,
    identity: VerifiedIdentity,
  ): Promise<Registered> {
    return (
      (await this.tryRegister(ctx, adapter, identity)) ?? this.lookAgain(ctx, adapter, identity)
    );
  }

  /**
   * Stores everything at once if the adapter can. Emits events only when everything is stored.
   * @returns null when a unique key is taken: nothing is stored then
   */
  async tryRegister(
    ctx: ActionContext,
    adapter: CompleteAdapter,
    identity: VerifiedIdentity,
  ): Promise<Registered | null> {
    const session = adapter.has('registerUser')
      ? this.sessions.draft(ctx, identity.account, identity.facts)
      : undefined;
    const newcomer = newUser(identity);
    const registration = {
      user: newcomer,
      account: toStored(adapter, identity, newcomer),
      ...(session && { session: session.row }),
      ...(identity.authenticator && { authenticator: identity.authenticator }),
    };
    const user = adapter.has('registerUser')
      ? await adapter.registerUser(registration)
      : await registerInSteps(adapter, registration);
    if (!user) return null;
    await this.events.emit(ctx, 'createUser', { user });
    return {
      user: await this.links.announce(ctx, identity, user),
      account: { ...identity.account, userId: user.id },
      isNewUser: true,
      ...(session && { session }),
    };
  }

  /**
   * Looks again after a unique key was taken, by the same user in another request or by another
   * user with the address.
   * @see docs/design/security-bar.md H16, H17
   */
  private async lookAgain(
    ctx: ActionContext,
    adapter: CompleteAdapter,
    identity: VerifiedIdentity,
  ): Promise<Registered> {
    const linked = await this.links.findLinked(ctx, identity.account);
    if (linked) return this.links.ownerOf(ctx, identity, linked);
    const owner = await ownerOfAddress(adapter, identity);
    if (owner) return this.links.linkByEmail(ctx, adapter, { identity, owner });
    const { email } = identity.user;
    if (email && (await adapter.getUserByEmail(addressToStore(email)))) {
      throw new OAuthAccountNotLinked('the store returns another user for this email address');
    }
    throw new AdapterError('the user could not be registered: a unique key is taken');
  }
}

/**
 * Links an account only for the user who started the sign-in, and creates no user if that user has
 * signed out since.
 * @see docs/design/security-bar.md C13
 */
function assertSameUser({ startedBy }: VerifiedIdentity, current: string | null): void {
  if (startedBy !== undefined && startedBy !== current) {
    throw new OAuthAccountNotLinked('the signed-in user has changed since the sign-in began');
  }
}

/**
 * Links nothing for a user who only proves again who they are. What this browser remembers of that
 * may be over by now.
 */
function assertNoProof({ isProof }: VerifiedIdentity): void {
  if (isProof) throw new AccountNotLinked('the account that should prove the user is not theirs');
}

/** @see docs/design/security-bar.md ID29 */
function assertSameSession({ sessionStart }: VerifiedIdentity, current: SessionOwner | null): void {
  if (sessionStart !== undefined && sessionStart !== current?.startedAt?.getTime()) {
    throw new OAuthAccountNotLinked('the sign-in began with a session other than the current one');
  }
}
