import { Injectable, UnauthorizedException } from '@nestjs/common';
import type { Adapter } from '../../adapter/adapter.port.js';
import type { CompleteAdapter } from '../../adapter/complete-adapter.js';
import { AuthConfigService } from '../../config/auth-config.service.js';
import type { ResolvedAuthConfig } from '../../config/resolved-auth-config.js';
import { AuthError } from '../../errors/auth.error.js';
import {
  InvalidConfiguration,
  MissingAdapter,
  MissingAdapterMethods,
} from '../../errors/configuration.errors.js';
import { AdapterError, InvalidProvider } from '../../errors/internal.errors.js';
import {
  ProviderTokenMissing,
  ProviderTokenUnavailable,
} from '../../errors/provider-token.errors.js';
import type { ResolvedOAuthProvider } from '../../provider/resolved-provider.js';
import { isOwnSessionUser } from '../../model/own-session-user.js';
import type { ProviderTokenOptions, TokenOwner } from './provider-tokens.js';
import { isOAuth, type OwnTokens, placeOf, readAll } from './own-tokens.js';
import type { TokenPlace } from './refresh-rules.js';
import type { StoredTokens } from './stored-tokens.js';
import { TokenEventsService } from './token-events.service.js';
import { UnsavedTokensService } from './unsaved-tokens.service.js';

const NEEDED = ['listAccountsByUserId', 'updateAccount'] as const;

/** Finds the account whose token is requested. */
@Injectable()
export class TokenPlacesService {
  private readonly warned = new WeakSet<Adapter>();
  private readonly reported = new WeakMap<Adapter, Set<string>>();

  constructor(
    private readonly configs: AuthConfigService,
    private readonly unsaved: UnsavedTokensService,
    private readonly events: TokenEventsService,
  ) {}

  /** Finds it with one SELECT. @throws {ProviderTokenMissing} for no account, or several */
  async find(
    owner: TokenOwner,
    providerId: string,
    { providerAccountId, refused, request }: ProviderTokenOptions,
  ): Promise<{ place: TokenPlace; row: StoredTokens }> {
    const config = await this.configOf(request);
    const userId = userIdOf(owner);
    const place = { ...this.open(config, providerId), refused };
    const rows = await this.rowsOf(place, userId);
    const own = rows.filter(
      (row) => providerAccountId === undefined || row.providerAccountId === providerAccountId,
    );
    const [row] = own;
    if (!row) throw new ProviderTokenMissing('no-account', providerId);
    if (own.length > 1) throw new ProviderTokenMissing('ambiguous', providerId);
    await this.assertReadable(place, row);
    return { place, row };
  }

  /** Reads the tokens of a user at all configured providers with one SELECT. */
  async findAll(config: ResolvedAuthConfig, userId: string): Promise<readonly OwnTokens[]> {
    return readAll(config, this.adapterOf(config), userId);
  }

  /** Returns the configuration and the provider, without an account. */
  async provider(
    providerId: string,
    request: unknown,
  ): Promise<Pick<TokenPlace, 'config' | 'provider'>> {
    const config = await this.configOf(request);
    return { config, provider: oauthProvider(config, providerId) };
  }

  /** @throws {InvalidConfiguration} if the configuration is a function and there is no request */
  async configOf(request: unknown): Promise<ResolvedAuthConfig> {
    const { static: fixed } = this.configs;
    if (fixed) return fixed;
    if (request !== undefined) return this.configs.forRequest(request);
    throw new InvalidConfiguration([
      new AuthError(
        'ProviderTokensService: the configuration is a function of the request; pass the `request`',
      ),
    ]);
  }

  /** @throws {MissingAdapter | MissingAdapterMethods | InvalidProvider} */
  open(config: ResolvedAuthConfig, providerId: string): TokenPlace {
    return placeOf(config, this.adapterOf(config), oauthProvider(config, providerId));
  }

  /** @throws {MissingAdapter | MissingAdapterMethods} */
  adapterOf({ adapter, logger }: ResolvedAuthConfig): CompleteAdapter {
    if (!adapter) {
      throw new MissingAdapter(
        'adapter: is required for provider tokens, which are stored with the accounts',
      );
    }
    const missing = NEEDED.filter((operation) => !adapter.has(operation));
    if (missing.length > 0) {
      throw new MissingAdapterMethods(`adapter: provider tokens need ${missing.join(' and ')}`);
    }
    if (!adapter.has('advanceAccount') && !this.warned.has(adapter.origin)) {
      this.warned.add(adapter.origin);
      logger.warn('tokens-single-process');
    }
    return adapter;
  }

  private async rowsOf({ rows, provider }: TokenPlace, userId: string): Promise<StoredTokens[]> {
    try {
      return await rows.list(userId, provider.id);
    } catch (thrown) {
      if (!(thrown instanceof AdapterError)) throw thrown;
      const kept = this.unsaved.findByUser(rows.adapter, userId, provider.id);
      if (kept) return [kept];
      throw new ProviderTokenUnavailable(provider.id, undefined, { err: thrown });
    }
  }

  /** A token that cannot be opened counts as missing, and is reported once per process. */
  private async assertReadable({ config, rows }: TokenPlace, row: StoredTokens): Promise<void> {
    if (!row.isUnreadable) return;
    const { provider, providerAccountId, version } = row;
    const { origin } = rows.adapter;
    const reported = this.reported.get(origin) ?? new Set();
    this.reported.set(origin, reported);
    const key = JSON.stringify([provider, providerAccountId, version]);
    if (!reported.has(key) && reported.size < MOST_REPORTED) {
      reported.add(key);
      config.logger.error(new ProviderTokenMissing('sealed', provider));
      await this.events.lost(config, row, 'unreadable');
    }
  }
}

const MOST_REPORTED = 10_000;

function oauthProvider({ providers }: ResolvedAuthConfig, id: string): ResolvedOAuthProvider {
  const provider = providers.get(id);
  if (isOAuth(provider)) return provider;
  throw new InvalidProvider(`\`${id}\` is not the id of a configured OAuth provider`);
}

/** Returns the user id of an owner that server code passes; it is never read from a request. */
export function userIdOf(owner: TokenOwner): string {
  if (typeof owner !== 'string' && owner?.user && isOwnSessionUser(owner.user)) {
    throw new UnauthorizedException(
      'provider tokens: the user of the session is not in the table of the adapter; if both are one table, set `usersOfAdapter: true` on the Credentials provider',
    );
  }
  const id: unknown = typeof owner === 'string' ? owner : owner?.user?.id;
  if (typeof id === 'string' && id !== '') return id;
  throw new UnauthorizedException('provider tokens require a signed-in user or a user id');
}
