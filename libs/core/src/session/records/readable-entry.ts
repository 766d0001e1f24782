import type { ListedSession } from './listed-session.js';
import { isDate } from './session-extension.js';

const TEXTS = ['address', 'provider', 'userAgent'] as const;
const TIMES = ['createdAt', 'lastUsedAt'] as const;

/**
 * Returns an entry of a store without what cannot be read, so that the list shows it, and the rest.
 * An entry without a key or an end counts as ended: it stays in the page, whose length says whether
 * there are more.
 */
export function readableEntry(entry: ListedSession): ListedSession {
  const { key, expires } = entry as Partial<ListedSession>;
  if (typeof key !== 'string' || !isDate(expires)) return { key: '', expires: new Date(0) };
  const readable: Record<string, unknown> = { ...entry };
  for (const name of TEXTS) if (typeof readable[name] !== 'string') delete readable[name];
  for (const name of TIMES) if (!isDate(readable[name])) delete readable[name];
  return readable as unknown as ListedSession;
}
