import { Injectable } from '@nestjs/common';
import { addToUser } from '../adapter/add-to-user.js';
import { assertRoom } from '../adapter/assert-room.js';
import type { AdapterUser } from '../adapter/adapter-rows.js';
import type { NewAuthenticator } from '../adapter/adapter-inputs.js';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import { AuthError } from '../errors/auth.error.js';
import {
  AccountNotLinked,
  UserChanged,
  WebAuthnVerificationError,
} from '../errors/sign-in.errors.js';
import type { ActionContext } from '../request/context/action-context.js';
import { LimitsService } from '../limits/limits.service.js';
import type { Account } from '../model/account.js';
import { CurrentSessionService } from '../session/current/current-session.service.js';
import { AccountLinkService } from '../sign-in/account-link.service.js';
import { AccountService } from '../sign-in/account.service.js';
import type { Registered } from '../sign-in/registered.js';
import type { SignInAccounts } from '../sign-in/sign-in-accounts.port.js';
import type { VerifiedIdentity } from '../feature-port/verified-identity.js';
import { ownerOfAddress } from '../sign-in/stored-records.js';

/**
 * Finds or registers the user of a passkey. A passkey is never linked by address: a user who
 * registers with an address has not proven it.
 * @see docs/design/wire-contract.md 7.6; docs/design/security-bar.md G09, G10
 */
@Injectable()
export class WebAuthnAccountService implements SignInAccounts {
  readonly types = ['webauthn'] as const;

  constructor(
    private readonly accounts: AccountService,
    private readonly links: AccountLinkService,
    private readonly sessions: CurrentSessionService,
    private readonly limits: LimitsService,
  ) {}

  find(ctx: ActionContext, account: Account): Promise<AdapterUser | null> {
    return this.links.findLinked(ctx, account);
  }

  async expected(
    ctx: ActionContext,
    { authenticator }: VerifiedIdentity,
  ): Promise<AdapterUser | null> {
    return authenticator ? this.sessions.currentUser(ctx) : null;
  }

  /**
   * @throws {AccountNotLinked} when the passkey or the address belongs to another user
   * @throws {WebAuthnVerificationError} when the signed-in user has changed
   */
  async findOrRegister(
    ctx: ActionContext,
    identity: VerifiedIdentity,
    linked: AdapterUser | null,
  ): Promise<Registered> {
    const { adapter } = ctx.config;
    if (!adapter) throw new AuthError('passkeys need an adapter');
    const current = await this.sessions.currentUser(ctx);
    const { authenticator } = identity;
    if (!authenticator) return ownerOf(identity, linked, current);
    assertSameUser(identity, current);
    // Counted, since each refusal reveals that the passkey or the address is known.
    return this.limits.attempt(ctx, { work: 'registrations' }, async () => {
      const known = await adapter.getAuthenticator(authenticator.credentialID);
      if (linked || known || identity.isTaken) {
        throw new AccountNotLinked('the credential is already registered');
      }
      if (current) return this.add(ctx, adapter, { identity, authenticator, user: current });
      const isTaken = (await ownerOfAddress(adapter, identity)) !== null;
      const registered = isTaken ? null : await this.accounts.tryRegister(ctx, adapter, identity);
      return registered ?? refuseTaken(adapter, authenticator);
    });
  }

  /**
   * @throws {FreshAuthRequired} if a stolen session could be used to add a way to sign in
   * @throws {UserChanged} when the stored user differs from the given one
   */
  private async add(
    ctx: ActionContext,
    adapter: CompleteAdapter,
    { identity, authenticator, user }: AddedPasskey,
  ): Promise<Registered> {
    await this.sessions.assertFresh(ctx);
    const isEntitled = async () => (await this.sessions.currentUser(ctx))?.id === user.id;
    await assertRoom(adapter, { userId: user.id, kind: 'passkey' });
    try {
      await addToUser(adapter, { user, authenticator, account: identity.account }, isEntitled);
    } catch (thrown) {
      if (thrown instanceof UserChanged) throw thrown;
      // The store may have lost nothing but the answer: the user has to know of the passkey then.
      const owner = await this.links.findLinked(ctx, identity.account);
      const isStored = owner?.id === user.id;
      if (!isStored || !(await adapter.getAuthenticator(authenticator.credentialID))) throw thrown;
    }
    const now = await this.links.announce(ctx, identity, user);
    const account = { ...identity.account, userId: user.id };
    return { user: now, account, isNewUser: false, isAdded: true, continues: true };
  }
}

interface AddedPasskey {
  readonly identity: VerifiedIdentity;
  readonly authenticator: NewAuthenticator;
  readonly user: AdapterUser;
}

function ownerOf(
  { account }: VerifiedIdentity,
  linked: AdapterUser | null,
  current: AdapterUser | null,
): Registered {
  if (!linked) throw new WebAuthnVerificationError('the user of the passkey no longer exists');
  if (current && current.id !== linked.id) {
    throw new AccountNotLinked('the passkey belongs to a user other than the one who is signed in');
  }
  return { user: linked, account: { ...account, userId: linked.id }, isNewUser: false };
}

/**
 * Compares the users again, since the `signIn` callback takes time: a user who was deleted meanwhile
 * must not be registered again.
 * @see docs/design/security-bar.md C13
 */
function assertSameUser({ startedBy }: VerifiedIdentity, current: AdapterUser | null): void {
  if (startedBy !== undefined && startedBy !== (current?.id ?? null)) {
    throw new WebAuthnVerificationError(
      'the signed-in user has changed since the registration began',
    );
  }
}

/**
 * Refuses a passkey for an address that is taken, maybe by another request at this moment. The device
 * may forget the passkey, unless that request was the same one, sent twice.
 * @see docs/design/security-bar.md CT4
 */
async function refuseTaken(
  adapter: CompleteAdapter,
  { credentialID }: NewAuthenticator,
): Promise<never> {
  const error = new AccountNotLinked(
    'a user with this address exists; sign in, then add a passkey',
  );
  if (!(await adapter.getAuthenticator(credentialID)))
    error.unknownPasskey = Buffer.from(credentialID, 'base64').toString('base64url');
  throw error;
}
