import { MissingAdapterMethods } from '../errors/configuration.errors.js';
import { AdapterError } from '../errors/internal.errors.js';
import { AccessDenied } from '../errors/sign-in.errors.js';
import { toError } from '../errors/to-error.js';
import { isPromiseLike } from '../model/maybe-promise.js';
import { withTimeout } from '../model/with-timeout.js';
import type { Adapter, AdapterOperation } from './adapter.port.js';
import { portAnswer } from './port-answer.js';

type Awaitable<F> = F extends (...args: infer A) => infer R
  ? (...args: A) => Promise<Awaited<R>>
  : never;

/** An adapter on which every operation can be called. */
export type CompleteAdapter = {
  readonly [O in AdapterOperation]-?: Awaitable<NonNullable<Adapter[O]>>;
} & {
  readonly columns: ReadonlySet<string>;
  has(operation: AdapterOperation): boolean;
};

/** Names of all operations. @see docs/design/wire-contract.md 13; docs/design/decisions.md 26 */
export const adapterOperations = [
  'createUser',
  'getUser',
  'getUserByEmail',
  'getUserByAccount',
  'updateUser',
  'deleteUser',
  'linkAccount',
  'unlinkAccount',
  'getAccount',
  'createSession',
  'getSessionAndUser',
  'updateSession',
  'deleteSession',
  'createVerificationToken',
  'useVerificationToken',
  'createAuthenticator',
  'getAuthenticator',
  'listAuthenticatorsByUserId',
  'updateAuthenticatorCounter',
  'registerUser',
  'addToUser',
  'proveUser',
  'updateAccount',
  'listAccountsByUserId',
  'listSessionsByUserId',
  'deleteSessionsByUserId',
  'deleteVerificationTokensByIdentifier',
  'updateAuthenticator',
  'deleteAuthenticator',
  'spendOnce',
] as const satisfies readonly AdapterOperation[];

type Exhaustive =
  Exclude<AdapterOperation, (typeof adapterOperations)[number]> extends never ? true : never;
const everyOperationIsListed: Exhaustive = true;

/**
 * Completes an adapter on the way in, so that no caller asks whether an operation is there: a
 * missing one rejects with `MissingAdapterMethods`, a failing or slow one with `AdapterError`. The
 * adapter's own `AccessDenied` stays one.
 * Class instances keep their `this`.
 * @param timeoutMs - how long one operation may take, milliseconds
 * @param trace - hears the name of each operation that is called, never its arguments
 */
export function completeAdapter(
  adapter: Adapter,
  timeoutMs: number,
  trace: (operation: AdapterOperation) => void,
): CompleteAdapter {
  adapter.limitTime?.(timeoutMs);
  const has = (operation: AdapterOperation): boolean => typeof adapter[operation] === 'function';
  const operations = adapterOperations.map((operation) => [
    operation,
    has(operation) ? guarded(adapter, operation, { timeoutMs, trace }) : missing(operation),
  ]);
  return Object.freeze({
    ...Object.fromEntries(operations),
    columns: new Set(everyOperationIsListed && adapter.columns),
    has,
  }) as CompleteAdapter;
}

function missing(operation: AdapterOperation): () => Promise<never> {
  return () =>
    Promise.reject(
      new MissingAdapterMethods(
        `adapter: \`${operation}\` is needed and the adapter has no such method`,
      ),
    );
}

interface Guard {
  readonly timeoutMs: number;
  readonly trace: (operation: AdapterOperation) => void;
}

function guarded(adapter: Adapter, operation: AdapterOperation, { timeoutMs, trace }: Guard) {
  const call = adapter[operation] as (...args: unknown[]) => unknown;
  return async (...args: unknown[]): Promise<unknown> => {
    try {
      trace(operation);
      const result = call.apply(adapter, args);
      const answer = isPromiseLike(result)
        ? await withTimeout(result, timeoutMs, `adapter.${operation}`)
        : result;
      return portAnswer(answer, operation);
    } catch (thrown) {
      if (thrown instanceof AccessDenied) throw thrown; // a decision, not a failure
      throw new AdapterError(`adapter.${operation} failed`, { err: toError(thrown), operation });
    }
  };
}
