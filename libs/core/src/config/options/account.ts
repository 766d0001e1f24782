import type { User } from '../../model/user.js';
import type { MaybePromise } from '../../model/maybe-promise.js';
import type { AuthError } from '../../errors/auth.error.js';
import { definedOnly } from '../../model/defined-only.js';
import type { OptionGroup } from './option-group.js';
import {
  bool,
  checkNames,
  checkValues,
  fn,
  isObject,
  object,
  oneOf,
  type OptionTest,
  positiveSeconds,
  seconds,
} from './option-test.js';

/** What users may change of their profile. */
export type ProfileField = 'name' | 'image';

/** How users delete their account. */
export interface AccountDeletionOptions {
  /** Deletes what the application stores of the user. A throw refuses: nothing is deleted then. */
  beforeDelete?: (user: User) => MaybePromise<void>;
}

/** How users change their address. */
export interface ChangeEmailOptions {
  /**
   * Who must agree: the new mailbox, or the former one too if its address is proven.
   * @default 'both'
   */
  confirm?: 'new' | 'both';
  /** How long the mailed links work, in seconds. @default 3600 */
  maxAge?: number;
  /** How long the former mailbox can take the change back, in seconds; 0 for never. @default 259200 */
  undo?: number;
}

/** What users do with their own account. */
export interface AccountOptions {
  /** Whether there is the page `/auth/account`. @default true */
  page?: boolean;
  /** @default both */
  profile?: ProfileField[];
  /**
   * How old the last proof of who the user is may be, in seconds: `default` for changes, `sessions`
   * for ending other sessions, where 0 asks for none. @default { default: 900, sessions: 0 }
   */
  freshness?: { default?: number; sessions?: number };
  /** @default false */
  deletion?: boolean | AccountDeletionOptions;
  /** @default false */
  changeEmail?: boolean | ChangeEmailOptions;
}

/** The options for accounts, complete. */
export interface ResolvedAccount {
  readonly page: boolean;
  readonly profile: readonly ProfileField[];
  readonly freshness: { readonly default: number; readonly sessions: number };
  readonly deletion: false | AccountDeletionOptions;
  readonly changeEmail: false | Readonly<Required<ChangeEmailOptions>>;
}

interface Configured {
  readonly account?: boolean | AccountOptions;
}

/** Completes the options for accounts. Changes ask for freshness without the option too. */
export function resolveAccount({ account = false }: Configured): ResolvedAccount {
  const given = typeof account === 'boolean' ? {} : account;
  const { deletion = false, changeEmail = false } = given;
  return Object.freeze({
    page: account !== false && given.page !== false,
    profile: Object.freeze(given.profile ?? (['name', 'image'] as const)),
    freshness: Object.freeze({
      default: given.freshness?.default ?? 15 * 60,
      sessions: given.freshness?.sessions ?? 0,
    }),
    deletion: deletion === true ? {} : deletion,
    changeEmail:
      changeEmail !== false &&
      Object.freeze({
        confirm: 'both' as const,
        maxAge: 60 * 60,
        undo: 3 * 24 * 60 * 60,
        ...(changeEmail === true ? {} : definedOnly<ChangeEmailOptions>(changeEmail)),
      }),
  });
}

const objectOrFlag: OptionTest = [
  'true, false or an object',
  (value) => typeof value === 'boolean' || isObject(value),
];
const FIELDS: readonly unknown[] = ['name', 'image'] satisfies ProfileField[];

const MEMBERS = {
  freshness: { default: positiveSeconds, sessions: seconds },
  deletion: { beforeDelete: fn },
  changeEmail: { confirm: oneOf('new', 'both'), maxAge: positiveSeconds, undo: seconds },
};

/** Checks the members of the members. */
function* checkAccount({ account }: Configured): Iterable<AuthError> {
  if (!isObject(account)) return;
  for (const [name, tests] of Object.entries(MEMBERS)) {
    const value: unknown = account[name as keyof typeof MEMBERS];
    if (!isObject(value)) continue;
    yield* checkNames(`account.${name}.`, value, tests);
    yield* checkValues(`account.${name}.`, value, tests);
  }
}

/** The group of the option `account`. */
export const accountGroup = {
  tests: { account: objectOrFlag },
  members: {
    account: {
      page: bool,
      profile: [
        "a list of 'name' and 'image'",
        (value) => Array.isArray(value) && value.every((field) => FIELDS.includes(field)),
      ],
      freshness: object,
      deletion: objectOrFlag,
      changeEmail: objectOrFlag,
    },
  },
  checks: [['account', checkAccount]],
} as const satisfies OptionGroup<'account'>;
