import { randomUUID } from 'node:crypto';
import {
  AuthError,
  type AuthorizedUser,
  type CredentialInput,
  type CredentialsConfig,
} from '@authnest/core';
import {
  normalizeEmail,
  openingOf,
  type SessionContext,
  userOfAddress,
} from '@authnest/core/feature';
import { inputsOf } from './fields/inputs-of.js';
import { isSchema, type RegistrationFields, type ValuesOf } from './fields/standard-schema.js';
import { argon2id } from './hashing/argon2id.js';
import type { LegacyHash, PasswordHashing } from './hashing/password-hashing.js';
import { Verifier } from './hashing/verifier.js';
import { identityOf } from './identity-of.js';
import type { Breached } from './policy/breached.js';
import type { OwnBlocklist } from './policy/password-policy.js';
import {
  PROVIDER,
  type PasswordProvider,
  type PasswordSettings,
  type Registrant,
  SETTINGS,
} from './settings.js';
import type { PasswordStore, StoredPassword } from './store/password-store.js';
import { adapterOf, storeOf } from './store/store-of.js';

/** Options of {@link Password}. */
export interface PasswordOptions<
  F extends RegistrationFields = Readonly<Record<string, CredentialInput>>,
> {
  /** The fewest characters of a new password, 8 or more. @default 15 */
  minLength?: number;
  /** The most, 64 or more: a longer one is refused, and never cut. @default 256 */
  maxLength?: number;
  /** How passwords are hashed. @default argon2id() */
  hashing?: PasswordHashing;
  /** Formats of hashes that were imported; they are replaced at the next sign-in. @default none */
  verifies?: readonly LegacyHash[];
  /**
   * Passwords that are refused: the most common ones, and words of the person and the site; or what
   * a function says. @default 'common'
   */
  blocklist?: 'common' | false | OwnBlocklist;
  /** Refuses passwords that are known from breaches, such as `hibp()`. @default false */
  breached?: false | Breached;
  /** Who may register: a function returns whether somebody may. @default 'open' */
  registration?: 'open' | 'closed' | ((registrant: Registrant<ValuesOf<F>>) => unknown);
  /** Whether people may set a new password by a mailed link. @default true */
  reset?: boolean;
  /** Whether people who are signed in may change their password. @default true */
  change?: boolean;
  /**
   * More inputs at registration, such as `{ name: { label: 'Name' } }`; or a schema of zod, valibot,
   * arktype or another library with Standard Schema, whose result becomes part of the user.
   * @default none
   */
  fields?: F;
  /** The inputs for a schema. @default what the schema says, if its library writes JSON Schema */
  inputs?: Readonly<Record<string, CredentialInput>>;
  /** Seconds for which a link to set a new password works. @default 600 */
  resetMaxAge?: number;
  /** Seconds for which a link to confirm an address works. @default 600 */
  registerMaxAge?: number;
  /** Where passwords are stored. @default the table `passwords` of the adapter */
  store?: PasswordStore;
}

/** The defaults; also for checks of what is combined. */
export const DEFAULTS = { minLength: 15, maxLength: 256 } as const;

/**
 * Sign-in by address and password, with registration, reset and change. Needs the feature of the
 * package: `features: [password()]`.
 */
export function Password<const F extends RegistrationFields = Readonly<Record<string, never>>>(
  options: PasswordOptions<F> = {},
): CredentialsConfig {
  const { hashing = argon2id(), verifies = [], store } = options;
  const verifier = new Verifier(hashing, verifies);
  const provider: PasswordProvider = {
    id: PROVIDER,
    // Unnamed, so that the page says "Sign in".
    name: 'Credentials',
    type: 'credentials',
    feature: PROVIDER,
    usersOfAdapter: true,
    credentials: {
      email: { type: 'email' },
      password: { type: 'password' },
    },
    authorize: ({ email = '', password = '' }, request) => signIn(email, password, request),
    [SETTINGS]: {
      minLength: options.minLength ?? DEFAULTS.minLength,
      maxLength: options.maxLength ?? DEFAULTS.maxLength,
      verifier,
      blocklist: options.blocklist ?? 'common',
      breached: options.breached ?? false,
      // The type of its argument is that of `fields`.
      registration: (options.registration ?? 'open') as PasswordSettings['registration'],
      reset: options.reset ?? true,
      change: options.change ?? true,
      ...formOf(options.fields, options.inputs),
      resetMaxAge: options.resetMaxAge ?? 600,
      registerMaxAge: options.registerMaxAge ?? 600,
      store,
    },
  };
  return provider;

  async function signIn(
    email: string,
    password: string,
    request: Request,
  ): Promise<AuthorizedUser | null> {
    const ctx = openingOf(request);
    if (!ctx) throw new AuthError('`authorize` of `Password` is called by sign-ins only');
    const address = normalizeEmail(email);
    const user = address === null ? null : await userOfAddress(adapterOf(ctx.config), address);
    // The same calls and the same work for an unknown address.
    const stored = await storeOf(ctx.config).find(user?.id ?? randomUUID());
    const verdict = await verifier.verify(password, stored?.hash);
    if (!user || !stored || !verdict.isRight) return null;
    if (verdict.rehash) await rehash(ctx, stored, password);
    return identityOf(user).user;
  }

  /** Keeps `changedAt`; a sign-in does not fail for it. */
  async function rehash(
    ctx: SessionContext,
    stored: StoredPassword,
    password: string,
  ): Promise<void> {
    try {
      const hash = await verifier.hash(password);
      await storeOf(ctx.config).save({ ...stored, hash }, stored.hash);
    } catch (thrown) {
      ctx.logger.error(new AuthError('a password was not hashed anew', { err: thrown as Error }));
    }
  }
}

/** Returns the inputs of the form for registration, and what applies to them. */
function formOf(
  fields: RegistrationFields = {},
  inputs?: PasswordOptions['inputs'],
): Pick<PasswordSettings, 'inputs' | 'schema'> {
  if (!isSchema(fields)) return { inputs: fields };
  return { inputs: inputs ?? inputsOf(fields) ?? {}, schema: fields };
}
