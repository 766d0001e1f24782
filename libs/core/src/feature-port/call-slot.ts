import type { AdapterSession } from '../adapter/adapter-rows.js';
import { AuthError } from '../errors/auth.error.js';
import { toError } from '../errors/to-error.js';
import type { SessionContext } from '../request/context/session-context.js';
import { callStore } from '../model/call-store.js';
import type { MaybePromise } from '../model/maybe-promise.js';
import type { Slots } from './slots.js';

/** A slot may wait for one store or provider, whose own time limit names it in the error. */
const ALLOWANCE = 2;

/** A feature's service for a slot. */
export interface Filled<S extends keyof Slots> {
  readonly feature: string;
  readonly slot: Slots[S];
  readonly claims: readonly string[];
  readonly columns: readonly (keyof AdapterSession)[];
}

/** Calls a slot with the time limit. @throws {AuthError} that names the feature */
export function call<S extends keyof Slots, T>(
  { config }: SessionContext,
  name: S,
  { feature, slot }: Filled<S>,
  run: (slot: Slots[S]) => MaybePromise<T>,
): Promise<T> {
  const what = `feature \`${feature}\`: ${name}`;
  return callStore(what, config.timeoutMs * ALLOWANCE, () => run(slot));
}

/** Like {@link call}, but a failure is only logged. */
export async function attempt<S extends keyof Slots, T>(
  ctx: SessionContext,
  name: S,
  filled: Filled<S>,
  run: (slot: Slots[S]) => MaybePromise<T>,
): Promise<T | undefined> {
  try {
    return await call(ctx, name, filled, run);
  } catch (thrown) {
    const what = `feature \`${filled.feature}\`: ${name} failed; what was done stays done`;
    ctx.logger.error(new AuthError(what, { err: toError(thrown) }));
    return undefined;
  }
}
