import type { AdapterOperation } from './adapter.port.js';

const IDS = ['id', 'userId'] as const;

/** Operations that may return nothing if they succeed; null means that there is no such row. */
const SILENT: ReadonlySet<AdapterOperation> = new Set(['updateSession']);

/**
 * Converts the result of an adapter: "not found" becomes null, and ids become strings. Published
 * Auth.js adapters return the ids of their store; on PostgreSQL, numbers from a sequence. With
 * those, the `sub` of a token would be a number, which no consumer expects.
 * @see docs/design/wire-contract.md AD-4, AD-6
 */
export function portResult(result: unknown, operation: AdapterOperation): unknown {
  if (result === undefined) return SILENT.has(operation) ? undefined : null;
  if (Array.isArray(result)) return result.map(withTextIds);
  if (!isRow(result)) return result;
  const { session, user } = result;
  return isRow(session) && isRow(user)
    ? { ...result, session: withTextIds(session), user: withTextIds(user) }
    : withTextIds(result);
}

/** Does not copy a row whose ids are strings, as most are: this runs for every guarded request. */
function withTextIds(row: unknown): unknown {
  if (!isRow(row)) return row;
  const numeric = IDS.filter((name) => isNumber(row[name]));
  if (numeric.length === 0) return row;
  return { ...row, ...Object.fromEntries(numeric.map((name) => [name, String(row[name])])) };
}

function isRow(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}
