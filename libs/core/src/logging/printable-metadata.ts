import { oneLine, redact } from './redact.js';

/** Maximum nesting depth of the members that are copied; the lines of Authnest need no more. */
const DEPTH = 4;
/** In characters. */
const MAX_NAME = 500;
/** Members with our own ids and names, which stay readable even if they are as long as a token. */
const NAMES: ReadonlySet<string> = new Set(['userId', 'userIds', 'provider', 'handler']);

/**
 * Copies the metadata of a log line, and redacts every string in it, at any depth: values may come
 * from a request, such as the origin of a URL.
 * @see docs/design/security-bar.md I01, I09
 */
export function printableMetadata(metadata: unknown): unknown {
  return copy(metadata, redact, DEPTH);
}

function copy(value: unknown, clean: (text: string) => string, depth: number): unknown {
  if (typeof value === 'string') return clean(value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (depth === 0) return undefined;
  if (Array.isArray(value)) return value.map((member) => copy(member, clean, depth - 1));
  const members = Object.entries(value).map(([name, member]) => [
    redact(name),
    copy(member, NAMES.has(name) ? printableName : clean, depth - 1),
  ]);
  return Object.fromEntries(members) as object;
}

function printableName(text: string): string {
  return oneLine(text.slice(0, MAX_NAME));
}
