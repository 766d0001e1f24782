import { createHmac, hkdfSync } from 'node:crypto';
import type { AdapterAccount } from '../../../adapter/adapter-rows.js';
import { addToUser } from '../../../adapter/add-to-user.js';
import { openToken, TOKEN_MEMBERS } from '../../../adapter/sealed-tokens.js';
import type { ResolvedAuthConfig } from '../../../config/resolved-auth-config.js';
import type { Account } from '../../../model/account.js';
import type {
  ResolvedOAuthProvider,
  ResolvedProvider,
} from '../../../provider/resolved-provider.js';
import { removeOrLook } from '../../../sign-in/remove-or-look.js';
import { restoreWay } from '../../../sign-in/restore-way.js';
import type { Removal, WayIn, WaysOf } from '../../../sign-in/way-in.js';

/** An account at a provider, as its user may see it. */
export interface LinkedAccount {
  /** Identifies the account here; 22 characters in base64url. Another secret gives another one. */
  readonly id: string;
  /** Id of the provider. */
  readonly provider: string;
  /** Name of the provider; its id if it is no longer configured. */
  readonly name: string;
  /** When it was linked, as ISO 8601; absent if the adapter did not store that. */
  readonly linkedAt?: string;
  /** Whether another way to sign in would be left. */
  readonly canUnlink: boolean;
}

/** Characters that are kept of the hash. */
const ID_LENGTH = 22;
const PURPOSE = 'authnest.account.id';

/**
 * Returns the ids by which a user names an account, one for each secret, newest first. They are
 * keyed: ids at providers are often small numbers, which could be guessed from a plain hash.
 */
export function publicAccountIds(
  { jwt }: ResolvedAuthConfig,
  { provider, providerAccountId }: AdapterAccount,
): string[] {
  const text = JSON.stringify([provider, providerAccountId]);
  return jwt.secrets.map((secret) => {
    const key = Buffer.from(hkdfSync('sha256', secret, PURPOSE, '', 32));
    return createHmac('sha256', key).update(text).digest('base64url').slice(0, ID_LENGTH);
  });
}

/** Whether users link and unlink the account, unlike a passkey or an address. */
export function isLinkable({ type }: Account): boolean {
  return type === 'oauth' || type === 'oidc';
}

/** Returns when an account was linked, if that is stored. A column of the application is not read. */
export function linkedAtOf(
  { columns }: WaysOf['adapter'],
  { linkedAt }: AdapterAccount,
): Pick<LinkedAccount, 'linkedAt'> {
  return columns.has('accounts.linkedAt') && linkedAt ? { linkedAt: linkedAt.toISOString() } : {};
}

export function oauthProviders({ providers }: ResolvedAuthConfig): ResolvedOAuthProvider[] {
  return [...providers.values()].filter(isOAuth);
}

function isOAuth(provider: ResolvedProvider): provider is ResolvedOAuthProvider {
  return provider.type === 'oauth' || provider.type === 'oidc';
}

/** Whether a way is an account. */
export function isWay(
  { provider, providerAccountId }: AdapterAccount,
  { name, providerAccountId: id }: WayIn,
): boolean {
  return name === provider && id === providerAccountId;
}

/** Returns the account without tokens, for events. */
export function withoutTokens({ provider, providerAccountId, type, userId }: Account): Account {
  return { provider, providerAccountId, type, ...(userId !== undefined && { userId }) };
}

/** Returns how an account is removed. */
export function removalOfAccount(owner: WaysOf, account: AdapterAccount): Removal {
  const { adapter, ctx, user } = owner;
  const { provider, providerAccountId } = account;
  const way = { kind: 'account', name: provider, providerAccountId } as const;
  return {
    covers: (one) => isWay(account, one),
    remove: () =>
      removeOrLook(
        () => adapter.unlinkAccount({ provider, providerAccountId }),
        async () => (await adapter.listAccountsByUserId(user.id)).some((one) => isWay(one, way)),
      ),
    restore: () =>
      restoreWay(owner, (now) =>
        addToUser(adapter, { user: now, account: unsealed(ctx.config, account) }, isEntitled),
      ),
  };
}

/** The account was there before. */
async function isEntitled(): Promise<boolean> {
  return true;
}

/** Opens the tokens, which are sealed again when they are stored. */
function unsealed({ providerTokens }: ResolvedAuthConfig, account: AdapterAccount): AdapterAccount {
  const tokens = TOKEN_MEMBERS.map((member) => [
    member,
    openToken(providerTokens.reading, account, member) ?? undefined,
  ]);
  return { ...account, ...(Object.fromEntries(tokens) as object) };
}
