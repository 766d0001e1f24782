import { type Envelope, isSealed } from '../crypto/envelope.js';
import type { AdapterAccount } from './adapter-rows.js';
import type { AdapterOperation } from './adapter.port.js';

/** The members of an account that give access to a provider, or identify a user to it. */
export const TOKEN_MEMBERS = ['access_token', 'refresh_token', 'id_token'] as const;

/** The name of a token in an account. */
export type TokenMember = (typeof TOKEN_MEMBERS)[number];

type AccountKey = Pick<AdapterAccount, 'provider' | 'providerAccountId'>;

/** Seals the tokens in the arguments of an operation. */
export type SealArguments = (operation: AdapterOperation, args: unknown[]) => unknown[];

/** The operations that store an account, either as the argument itself or as a member of it. */
const STORING: Readonly<Partial<Record<AdapterOperation, 'argument' | 'account'>>> = {
  linkAccount: 'argument',
  updateAccount: 'argument',
  advanceAccount: 'argument',
  registerUser: 'account',
  addToUser: 'account',
};

/** Returns a function that seals tokens before they reach an adapter. */
export function sealArguments(envelope: Envelope): SealArguments {
  return (operation, args) => {
    const form = STORING[operation];
    const [given, ...others] = args;
    if (form === undefined || !isObject(given)) return args;
    if (form === 'argument') return [sealAccount(envelope, given as AccountKey), ...others];
    const { account } = given as { account?: unknown };
    if (!isObject(account)) return args;
    return [{ ...given, account: sealAccount(envelope, account as AccountKey) }, ...others];
  };
}

function sealAccount<A extends AccountKey>(envelope: Envelope, account: A): A {
  const tokens = TOKEN_MEMBERS.flatMap((member) => {
    const value: unknown = Reflect.get(account, member);
    return typeof value === 'string'
      ? [[member, envelope.seal(value, placeOf(account, member))] as const]
      : [];
  });
  return { ...account, ...Object.fromEntries(tokens) };
}

/** Options for reading stored tokens. */
export interface TokenReading {
  readonly envelope: Envelope;
  /** Whether a stored token may be unsealed, as received from the provider. */
  readonly acceptsPlain: boolean;
}

/**
 * Returns a stored token as received from the provider.
 * @returns undefined if there is none, null if it cannot be opened
 */
export function openToken(
  { envelope, acceptsPlain }: TokenReading,
  account: AccountKey & Partial<Record<TokenMember, unknown>>,
  member: TokenMember,
): string | null | undefined {
  const stored = account[member];
  if (typeof stored !== 'string') return undefined;
  if (isSealed(stored)) return envelope.open(stored, placeOf(account, member));
  return acceptsPlain ? stored : null;
}

/** Identifies the row by a key that every store has: its id is not known before it is stored. */
function placeOf({ provider, providerAccountId }: AccountKey, member: TokenMember): string[] {
  return ['accounts', member, provider, providerAccountId];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
