import { Injectable, UnauthorizedException } from '@nestjs/common';
import { AuthError } from '../../errors/auth.error.js';
import type { User } from '../../model/user.js';
import type { PlatformRequest } from '../../request/platform/platform-request.js';
import type { PlatformResponse } from '../../request/platform/platform-response.js';
import { AccountChangesService } from './account-changes.service.js';
import type { AccountOverview } from './page/account-overview.js';
import { AccountOverviewService } from './page/account-overview.service.js';
import { AccountRequestsService, type Exchange } from './account-requests.service.js';
import type { AddressRequestOutcome } from './address/address-request.service.js';
import type { AccountExport } from './export/account-export.js';
import type { LinkedAccount } from './ways/linked-accounts.js';
import { type AccountToUnlink, LinkedAccountsService } from './ways/linked-accounts.service.js';
import { LinkingService } from './ways/linking.service.js';
import { ProfileService } from './profile/profile.service.js';

/** What starts the linking of an account. */
export interface LinkOptions extends Exchange {
  /** Id of an OAuth or OpenID provider. */
  readonly provider: string;
  /** Fields as a form would send them, such as `callbackUrl`. */
  readonly params?: Readonly<Record<string, string>>;
}

/**
 * The account of the signed-in user, for pages of the application. Every change asks for a proof of
 * who the user is that is at most `account.freshness.default` seconds old.
 * @throws {UnauthorizedException} from every method with a request, if nobody is signed in
 * @throws {ForbiddenException} `FreshAuthRequired`, from every method that changes something
 * @see docs/account.md
 */
@Injectable()
export class UserAccountService {
  constructor(
    private readonly requests: AccountRequestsService,
    private readonly overview: AccountOverviewService,
    private readonly accounts: LinkedAccountsService,
    private readonly linking: LinkingService,
    private readonly profiles: ProfileService,
    private readonly changes: AccountChangesService,
  ) {}

  /** Finds a stored user, such as in a job of a queue. @throws {AuthError} without an adapter */
  async find(userId: string): Promise<User | null> {
    const { adapter } = this.requests.config;
    if (!adapter)
      throw new AuthError('UserAccountService.find: users are not stored; set `adapter`');
    return adapter.getUser(userId);
  }

  /** Returns what the account page shows. */
  async get(request: PlatformRequest): Promise<AccountOverview> {
    const account = await this.overview.get(await this.requests.open(request));
    if (!account) throw new UnauthorizedException();
    return account;
  }

  /** Returns the accounts at OAuth and OpenID providers. */
  async linkedAccounts(request: PlatformRequest): Promise<LinkedAccount[]> {
    return this.accounts.list(await this.requests.owner(request));
  }

  /**
   * Starts linking an account: redirect the browser to `url`.
   * @throws {InvalidProvider} if accounts of the provider cannot be linked
   */
  async link({ provider, params = {}, ...exchange }: LinkOptions): Promise<{ url: string }> {
    return this.requests.act(exchange, { action: 'account/link', params }, async (ctx) => {
      const { redirect } = await this.linking.start(ctx, provider);
      if (redirect === undefined) throw new AuthError('the provider returned no redirect URL');
      return { url: redirect };
    });
  }

  /**
   * Unlinks an account. The session of the request continues; others end if they can be ended.
   * @param account - as {@link linkedAccounts} returns it
   * @throws {NotFoundException} if the user has no such account
   * @throws {LastWayIn} if it is the only way in which the user can sign in
   */
  async unlink(
    request: PlatformRequest,
    response: PlatformResponse,
    account: AccountToUnlink,
  ): Promise<void> {
    await this.requests.change({ request, response }, (owner) =>
      this.accounts.unlink(owner, account),
    );
  }

  /**
   * Changes the fields that are given; an empty string clears one.
   * @param changes - `name`: at most 200 characters; `image`: an https URL
   * @throws {BadRequestException} if a value is not allowed, or `account.profile` lacks the field
   */
  async updateProfile(
    request: PlatformRequest,
    response: PlatformResponse,
    changes: { readonly name?: string; readonly image?: string },
  ): Promise<User> {
    return this.requests.change({ request, response }, (owner) =>
      this.profiles.update(owner, changes),
    );
  }
  /**
   * Mails links to confirm another address. The option `account.changeEmail` must be set.
   * @returns which mailboxes have to confirm, or why the address was refused
   * @throws {RateLimited} if there were too many requests for one of the addresses
   */
  changeEmail(
    request: PlatformRequest,
    response: PlatformResponse,
    email: string,
  ): Promise<AddressRequestOutcome> {
    return this.changes.changeEmail({ request, response }, email);
  }

  /**
   * Returns what is stored about the user, without secrets.
   * @throws {AdapterError | AuthError} if a store or a feature fails
   */
  exportData(request: PlatformRequest): Promise<AccountExport> {
    return this.changes.exportData(request);
  }

  /**
   * Deletes the user, and clears the cookies of the session. Ask the user to confirm first. The
   * option `account.deletion` must be set.
   * @throws {DeletionRefused} if `beforeDelete` refuses; nothing is deleted
   */
  deleteUser(request: PlatformRequest, response: PlatformResponse): Promise<void> {
    return this.changes.deleteUser({ request, response });
  }
}
