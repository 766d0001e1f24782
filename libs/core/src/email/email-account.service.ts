import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { accessEnd } from '../adapter/access-end.js';
import type { AdapterUser } from '../adapter/adapter-rows.js';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import { MissingAdapter } from '../errors/configuration.errors.js';
import { AdapterError } from '../errors/internal.errors.js';
import { EventsService } from '../events/events.service.js';
import type { ActionContext } from '../request/context/action-context.js';
import { CurrentSessionService } from '../session/current/current-session.service.js';
import type { Account } from '../model/account.js';
import { isSameAddress } from '../model/is-same-address.js';
import { AccountLinkService } from '../sign-in/account-link.service.js';
import { proveUser } from '../sign-in/prove-user.js';
import { registerByEmail } from './register-by-email.js';
import type { Registered } from '../sign-in/registered.js';
import type { SignInAccounts } from '../sign-in/sign-in-accounts.port.js';
import { FeaturesService } from '../feature-port/features.service.js';
import type { VerifiedIdentity } from '../feature-port/verified-identity.js';
import { toStored } from '../sign-in/stored-records.js';

/** The identity of someone who receives the mail for an address. */
interface EmailIdentity extends VerifiedIdentity {
  readonly user: AdapterUser;
}

/**
 * Finds the user of a proven mail address, or registers one.
 * @see docs/design/wire-contract.md 7.6
 */
@Injectable()
export class EmailAccountService implements SignInAccounts {
  readonly types = ['email'] as const;

  constructor(
    private readonly links: AccountLinkService,
    private readonly sessions: CurrentSessionService,
    private readonly events: EventsService,
    private readonly features: FeaturesService,
  ) {}

  /** Returns the user and account for an address before anything is stored. */
  identify({ provider }: ActionContext, identifier: string): EmailIdentity {
    const id = randomUUID();
    return {
      user: { id, email: identifier, emailVerified: null },
      account: { provider: provider?.id ?? 'email', providerAccountId: identifier, type: 'email' },
    };
  }

  find(ctx: ActionContext, { providerAccountId }: Account): Promise<AdapterUser | null> {
    return this.findByAddress(ctx, providerAccountId);
  }

  async findByAddress(ctx: ActionContext, identifier: string): Promise<AdapterUser | null> {
    const user = await adapterOf(ctx).getUserByEmail(identifier);
    // A collation may treat `josé` as `jose`, and may ignore case.
    // @see docs/design/security-bar.md E19
    return user && isSameAddress(user.email, identifier) ? user : null;
  }

  /** @param known - the user who has the address */
  async findOrRegister(
    ctx: ActionContext,
    identity: VerifiedIdentity,
    known: AdapterUser | null,
  ): Promise<Registered> {
    if (known) return this.takeOver(ctx, identity, known);
    const { providerAccountId } = identity.account;
    const { user } = this.identify(ctx, providerAccountId);
    const registered = await this.register(ctx, { ...identity, user });
    if (registered) return registered;
    // Another link for the address was used first. @see docs/design/security-bar.md H18
    const owner = await this.findByAddress(ctx, providerAccountId);
    if (owner) return this.takeOver(ctx, identity, owner);
    throw new AdapterError(
      'the user could not be registered: the database reports that a unique key is taken, but finds no user with this address; a row may have it in another spelling, which the collation of the column treats as equal',
    );
  }

  /** The first link proves the address; until then, the stored user may belong to a stranger. */
  private async takeOver(
    ctx: ActionContext,
    { account }: VerifiedIdentity,
    known: AdapterUser,
  ): Promise<Registered> {
    const user = known.emailVerified ? known : await this.prove(ctx, known);
    return { user, account: { ...account, userId: user.id }, isNewUser: false };
  }

  /** @see docs/design/wire-contract.md D-9; docs/design/security-bar.md A26, F13 */
  private async prove(ctx: ActionContext, known: AdapterUser): Promise<AdapterUser> {
    const adapter = adapterOf(ctx);
    const removing = () => this.features.removing(ctx, adapter, known.id);
    const user = await proveUser(ctx, adapter, known, removing);
    await this.events.emit(ctx, 'updateUser', { user });
    // The application may have deleted a password in the event, and ended all access.
    const now = (await adapter.getUser(user.id)) ?? user;
    // By this request, so the session that it opens starts after that.
    ctx.startAfter(new Date(accessEnd(now)));
    return now;
  }

  /** @returns null when another request registered the address first */
  private async register(ctx: ActionContext, identity: EmailIdentity): Promise<Registered | null> {
    const adapter = adapterOf(ctx);
    const session = adapter.has('registerUser')
      ? this.sessions.draft(ctx, identity.account, identity.facts)
      : undefined;
    const stored = await registerByEmail(adapter, {
      user: { ...identity.user, emailVerified: new Date() },
      account: toStored(adapter, identity, identity.user),
      ...(session && { session: session.row }),
    });
    if (!stored) return null;
    const { user, linked } = stored;
    await this.events.emit(ctx, 'createUser', { user });
    if (linked) await this.links.announce(ctx, identity, user);
    const account = { ...identity.account, userId: user.id };
    return { user, account, isNewUser: true, ...(session && { session }) };
  }
}

function adapterOf({ config }: ActionContext): CompleteAdapter {
  if (!config.adapter) throw new MissingAdapter('adapter: is required for sign-in by email');
  return config.adapter;
}
