import type { AdapterAccount } from '../adapter/adapter-rows.js';
import { openToken, type TokenReading } from '../adapter/sealed-tokens.js';
import type { ActionContext } from '../request/context/action-context.js';
import type { Account } from '../model/account.js';
import { scopesOf } from '../provider/scopes-of.js';

/** Number of write attempts when other requests change the account at the same time. */
const ROUNDS = 5;

type Patch = Record<string, unknown>;

/**
 * Stores the tokens of a sign-in with an account that is already linked, if the adapter can.
 * @see docs/design/wire-contract.md 17.3
 */
export async function keepTokens(
  { config: { adapter, providerTokens }, logger }: ActionContext,
  stored: Account | undefined,
): Promise<void> {
  if (!stored || !adapter || providerTokens.keep === 'drop') return;
  const { provider, providerAccountId, userId: _userId, type: _type, ...tokens } = stored;
  const key = { provider, providerAccountId };
  if (!adapter.has('advanceAccount') || !adapter.has('getAccount')) {
    if (adapter.has('updateAccount')) await adapter.updateAccount({ ...newTokens(tokens), ...key });
    return;
  }
  for (let round = 1; round <= ROUNDS; round += 1) {
    const row = await adapter.getAccount(providerAccountId, provider);
    if (!row) return;
    const { patch, relation } = tokensAfter(row, tokens, providerTokens.reading);
    if (relation === 'other') logger.info('scopes of another sign-in replaced', { provider });
    const { userId } = row;
    const tokenVersion = Number(row.tokenVersion ?? 0) + 1;
    if (await adapter.advanceAccount({ ...patch, ...key, userId, tokenVersion })) return;
  }
}

/** A sign-in with fewer scopes keeps the stored tokens, since they can still be refreshed. */
function tokensAfter(
  row: AdapterAccount,
  tokens: Patch,
  reading: TokenReading,
): { patch: Patch; relation: Relation } {
  const relation = relationOf(row.scope, tokens['scope']);
  const hasRefresh = typeof openToken(reading, row, 'refresh_token') === 'string';
  if (relation === 'wider' && hasRefresh && !row.refreshRefusedAt) {
    const { id_token = null, session_state = null } = tokens;
    return { patch: { id_token, session_state }, relation };
  }
  const unreadable = openToken(reading, row, 'refresh_token') === null;
  return {
    patch: {
      // A refresh token that cannot be opened is useless.
      ...(unreadable && { refresh_token: null }),
      ...newTokens(tokens),
      refreshStartedAt: null,
      refreshRefusedAt: null,
    },
    relation,
  };
}

/** Clears all earlier tokens except the refresh token, which some providers send only once. */
function newTokens(tokens: Patch): Patch {
  // Stores keep the old value of a member that is undefined.
  const own = Object.entries(tokens).filter(([, value]) => value !== undefined);
  return { ...EMPTY, ...Object.fromEntries(own) };
}

const EMPTY = {
  access_token: null,
  expires_at: null,
  scope: null,
  token_type: null,
  id_token: null,
  session_state: null,
} as const;

/** How the stored scopes compare with those of the sign-in: the same or fewer, more, or others. */
type Relation = 'within' | 'wider' | 'other';

function relationOf(before: unknown, after: unknown): Relation {
  // If it is unknown what a sign-in grants, nothing shows that it grants less.
  if (after === undefined || after === null) return 'within';
  // Sets: a response may list 400,000 scopes, and searching a list for each takes quadratic time.
  const [stored, granted] = [new Set(scopesOf(before)), new Set(scopesOf(after))];
  if (areAmong(stored, granted)) return 'within';
  return areAmong(granted, stored) ? 'wider' : 'other';
}

function areAmong(scopes: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...scopes].every((scope) => others.has(scope));
}
