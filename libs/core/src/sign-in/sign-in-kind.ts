import type { Type } from '@nestjs/common';
import type { SignInAccounts } from './sign-in-accounts.port.js';
import type { SignInFlow } from './sign-in-flow.port.js';

/** A kind of sign-in. `features.ts` has the list. */
export interface SignInKind {
  /** Asks for a proof and verifies it. */
  readonly flow: Type<SignInFlow>;
  /** Finds or registers the user whom the proof names. */
  readonly accounts: Type<SignInAccounts>;
  /** What both inject. */
  readonly providers?: readonly Type[];
}
