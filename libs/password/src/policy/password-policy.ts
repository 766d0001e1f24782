import type { MaybePromise } from '@authnest/core';
import { lengthOf, normalized } from '../hashing/normalized.js';
import type { Breached } from './breached.js';
import { commonPasswords } from './common-passwords.js';
import { isOfContext, type PasswordContext } from './context-words.js';

/** Why a password is refused. */
export type Weakness = 'too_short' | 'too_long' | 'common' | 'context' | 'breached' | 'unchanged';

/** A list of the application. @returns whether the password is refused */
export type OwnBlocklist = (password: string, context: PasswordContext) => MaybePromise<boolean>;

/** The rules for new passwords. */
export interface PasswordPolicy {
  /** In code points. */
  readonly minLength: number;
  readonly maxLength: number;
  readonly blocklist: 'common' | false | OwnBlocklist;
  readonly breached: Breached | false;
}

/**
 * Applies the rules to a new password: its length, lists of common passwords, words that are known
 * of the person. There are no rules about kinds of characters, and {@link isBreached} comes after it.
 * @returns why it is refused; null if it is not
 * @see NIST SP 800-63B-4 section 3.1.1.2
 */
export async function weaknessOf(
  password: string,
  policy: PasswordPolicy,
  context: PasswordContext,
): Promise<Weakness | null> {
  const text = normalized(password);
  if (text === undefined || lengthOf(text) > policy.maxLength) return 'too_long';
  if (lengthOf(text) < policy.minLength) return 'too_short';
  if (await isBlocked(text, policy, context)) return 'common';
  return policy.blocklist !== false && isOfContext(text, context) ? 'context' : null;
}

async function isBlocked(
  text: string,
  { blocklist }: PasswordPolicy,
  context: PasswordContext,
): Promise<boolean> {
  if (blocklist === false) return false;
  if (blocklist !== 'common') return (await blocklist(text, context)) === true;
  return (await commonPasswords()).has(text.toLowerCase());
}

/**
 * Whether a password is known from a breach, as far as the application asks.
 * @param password - one that {@link weaknessOf} allows
 * @param onUnchecked - called if it could not be found out
 */
export async function isBreached(
  password: string,
  { breached }: Pick<PasswordPolicy, 'breached'>,
  onUnchecked: (thrown: unknown) => void,
): Promise<boolean> {
  if (!breached) return false;
  try {
    return await breached.isBreached(normalized(password) ?? password);
  } catch (thrown) {
    onUnchecked(thrown);
    return breached.onFailure === 'refuse';
  }
}
