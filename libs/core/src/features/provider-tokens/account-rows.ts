import type { AdapterAccount } from '../../adapter/adapter-rows.js';
import type { CompleteAdapter } from '../../adapter/complete-adapter.js';
import type { TokenReading } from '../../adapter/sealed-tokens.js';
import { ProviderTokenMissing } from '../../errors/provider-token.errors.js';
import { type StoredTokens, storedTokens } from './stored-tokens.js';

type Key = Pick<StoredTokens, 'userId' | 'provider' | 'providerAccountId'>;

/** Reads and replaces the tokens of accounts at one provider. */
export class AccountRows {
  constructor(
    readonly adapter: CompleteAdapter,
    private readonly reading: TokenReading,
    private readonly defaultScope?: string,
  ) {}

  /** Whether several instances can agree on which of them refreshes a token. */
  get isShared(): boolean {
    return this.adapter.has('advanceAccount');
  }

  /** Lists the accounts of a user, with one SELECT. */
  async list(userId: string, provider: string): Promise<StoredTokens[]> {
    const accounts = await this.adapter.listAccountsByUserId(userId);
    const own = accounts.filter((account) => account.provider === provider);
    return own.map((account) => this.read(account, userId));
  }

  /** Reads the current state of an account; null if it was removed or belongs to another user. */
  async get({ userId, provider, providerAccountId }: Key): Promise<StoredTokens | null> {
    const found = this.adapter.has('getAccount')
      ? await this.adapter.getAccount(providerAccountId, provider)
      : await this.find(userId, provider, providerAccountId);
    const isSame =
      found?.userId === userId &&
      found.provider === provider &&
      found.providerAccountId === providerAccountId;
    return found && isSame ? this.read(found, userId) : null;
  }

  /**
   * Like `get`, for an account whose refresh has started.
   * @throws {ProviderTokenMissing} when the account was removed
   */
  async reread(row: StoredTokens): Promise<StoredTokens> {
    const now = await this.get(row);
    if (now) return now;
    throw new ProviderTokenMissing('no-account', row.provider);
  }

  /**
   * Changes an account, unless it has been changed since it was read.
   * @returns whether this call changed it
   */
  async advance(read: StoredTokens, patch: Readonly<Record<string, unknown>>): Promise<boolean> {
    const { userId, provider, providerAccountId, version } = read;
    const key = { provider, providerAccountId };
    if (this.isShared) {
      return this.adapter.advanceAccount({ ...patch, ...key, userId, tokenVersion: version + 1 });
    }
    // Without a version, the refresh token shows whether the account has changed. That is enough
    // within one process, where one refresh runs at a time.
    const now = await this.get(read);
    if (now?.refreshToken !== read.refreshToken) return false;
    const { refreshStartedAt: _started, refreshRefusedAt: _refused, ...tokens } = patch;
    if (Object.keys(tokens).length > 0) await this.adapter.updateAccount({ ...tokens, ...key });
    return true;
  }

  private async find(
    userId: string,
    provider: string,
    providerAccountId: string,
  ): Promise<AdapterAccount | null> {
    const accounts = await this.adapter.listAccountsByUserId(userId);
    const isWanted = (one: AdapterAccount): boolean =>
      one.provider === provider && one.providerAccountId === providerAccountId;
    return accounts.find(isWanted) ?? null;
  }

  /** @param userId - the user for whom the account was looked up */
  read(account: AdapterAccount, userId: string): StoredTokens {
    return storedTokens(this.reading, { ...account, userId }, this.defaultScope);
  }
}
