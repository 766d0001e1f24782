import type { CredentialInput, CredentialsConfig } from '@authnest/core';
import type { ResolvedAuthConfig } from '@authnest/core/feature';
import type { StandardSchema } from './fields/standard-schema.js';
import type { Verifier } from './hashing/verifier.js';
import type { PasswordPolicy } from './policy/password-policy.js';
import type { PasswordStore } from './store/password-store.js';

/** Who asks to register, as typed: the address is normalized, and not proven. */
export interface Registrant<Values = Readonly<Record<string, unknown>>> {
  readonly email: string;
  /** As typed or, if `fields` is a schema, as it returned them. */
  readonly fields: Values;
}

/** The options of `Password`, complete. */
export interface PasswordSettings extends PasswordPolicy {
  readonly verifier: Verifier;
  /** Absent if the table of the adapter is used. */
  readonly store?: PasswordStore;
  readonly registration: 'open' | 'closed' | ((registrant: Registrant) => unknown);
  readonly reset: boolean;
  readonly change: boolean;
  /** More inputs of the form for registration. */
  readonly inputs: Readonly<Record<string, CredentialInput>>;
  /** Of what is typed into them. */
  readonly schema?: StandardSchema | undefined;
  readonly resetMaxAge: number;
  readonly registerMaxAge: number;
}

/** Where `Password` leaves its settings for the feature. */
export const SETTINGS = Symbol('authnest:password');

/** The id of the provider, by which the feature finds it. */
export const PROVIDER = 'password';

/** A provider that `Password` made. */
export type PasswordProvider = CredentialsConfig & { readonly [SETTINGS]: PasswordSettings };

/** Returns the settings of a configuration; undefined if it has no `Password()`. */
export function settingsOf({ providers }: ResolvedAuthConfig): PasswordSettings | undefined {
  const provider = providers.get(PROVIDER);
  if (provider?.type !== 'credentials') return undefined;
  return (provider.config as Partial<PasswordProvider>)[SETTINGS];
}

/** @throws {Error} if the configuration has no `Password()`; its routes and slots are off then */
export function requireSettings(config: ResolvedAuthConfig): PasswordSettings {
  const settings = settingsOf(config);
  if (settings) return settings;
  throw new Error('the configuration lists no `Password()` among its providers');
}
