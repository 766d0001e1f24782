import { MissingAdapterMethods } from '../errors/configuration.errors.js';
import { AdapterError } from '../errors/internal.errors.js';
import { AccessDenied } from '../errors/sign-in.errors.js';
import { toError } from '../errors/to-error.js';
import type { AuthLogger } from '../logging/auth-logger.port.js';
import { isPromiseLike } from '../model/maybe-promise.js';
import { withTimeout } from '../model/with-timeout.js';
import type { Adapter, AdapterOperation } from './adapter.port.js';
import { portResult } from './port-result.js';
import type { SealArguments } from './sealed-tokens.js';

type Awaitable<F> = F extends (...args: infer A) => infer R
  ? (...args: A) => Promise<Awaited<R>>
  : never;

/** An adapter on which every operation can be called. */
export type CompleteAdapter = {
  readonly [O in AdapterOperation]-?: Awaitable<NonNullable<Adapter[O]>>;
} & {
  readonly columns: ReadonlySet<string>;
  /**
   * The application's own adapter. What is remembered about a store is kept by it: a configuration
   * that is created for each request has a new `CompleteAdapter` each time.
   * @see docs/design/decisions.md 14
   */
  readonly origin: Adapter;
  has(operation: AdapterOperation): boolean;
  /** Whether it stores a table of a feature. @param table - its name, without prefix */
  hasTable(table: string): boolean;
};

/** Options that apply to every operation. */
export interface AdapterGuard {
  /** How long one operation may take, in milliseconds. */
  readonly timeoutMs: number;
  /** Receives the name of each operation that is called, never its arguments. */
  readonly logger: Pick<AuthLogger, 'debug'>;
  /** Seals provider tokens in the arguments; absent if tokens are stored unsealed. */
  readonly seal?: SealArguments;
}

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
  'endAccess',
  'updateAccount',
  'advanceAccount',
  'listAccountsToReseal',
  'listAccountsByUserId',
  'listSessionsByUserId',
  'deleteSessionsByUserId',
  'deleteVerificationTokensByIdentifier',
  'updateAuthenticator',
  'deleteAuthenticator',
  'spendOnce',
  'createChallenge',
  'getChallenge',
  'tryChallenge',
  'takeChallenge',
  'deleteChallenges',
  'deleteSessionsByProvider',
  'listSessionsByProvider',
  'markEnded',
  'endedBefore',
  'findRow',
  'insertRows',
  'updateRow',
  'deleteRows',
] as const satisfies readonly AdapterOperation[];

type Exhaustive =
  Exclude<AdapterOperation, (typeof adapterOperations)[number]> extends never ? true : never;
const everyOperationIsListed: Exhaustive = true;

/**
 * Completes an adapter, so that no caller has to check whether an operation exists: a missing
 * operation rejects with `MissingAdapterMethods`, a failing or slow one with `AdapterError`. An
 * `AccessDenied` from the adapter is passed on unchanged. Class instances keep their `this`.
 */
export function completeAdapter(adapter: Adapter, guard: AdapterGuard): CompleteAdapter {
  const { timeoutMs } = guard;
  adapter.limitTime?.(timeoutMs);
  const has = (operation: AdapterOperation): boolean => typeof adapter[operation] === 'function';
  const operations = adapterOperations.map((operation) => [
    operation,
    has(operation) ? guarded(adapter, operation, guard) : missing(operation),
  ]);
  return Object.freeze({
    ...Object.fromEntries(operations),
    columns: new Set(everyOperationIsListed && adapter.columns),
    origin: adapter,
    has,
    hasTable: (table: string) => adapter.featureTables?.includes(table) ?? has('findRow'),
  }) as CompleteAdapter;
}

function missing(operation: AdapterOperation): () => Promise<never> {
  return () =>
    Promise.reject(
      new MissingAdapterMethods(
        `adapter: does not implement \`${operation}\`, which is required here`,
      ),
    );
}

function guarded(
  adapter: Adapter,
  operation: AdapterOperation,
  { timeoutMs, logger, seal }: AdapterGuard,
) {
  const call = adapter[operation] as (...args: unknown[]) => unknown;
  return async (...args: unknown[]): Promise<unknown> => {
    try {
      logger.debug?.(`adapter_${operation}`);
      const result = call.apply(adapter, seal ? seal(operation, args) : args);
      const settled = isPromiseLike(result)
        ? await withTimeout(result, timeoutMs, `adapter.${operation}`)
        : result;
      return portResult(settled, operation);
    } catch (thrown) {
      if (thrown instanceof AccessDenied) throw thrown; // a decision, not a failure
      throw new AdapterError(`adapter.${operation} failed`, { err: toError(thrown), operation });
    }
  };
}
