import type { SessionPage } from '../adapter/adapter-inputs.js';
import { type ListedSession, newestFirst } from './listed-session.js';

/** A store of sessions, which may ignore the page. */
interface Source {
  /** Returns the stored sessions of one user. */
  readonly read: (page?: SessionPage) => Promise<readonly ListedSession[]>;
  /** Whether a session has not ended. */
  readonly isLive: (session: ListedSession) => boolean;
}

/**
 * Reads sessions that have not ended, newest sign-in first: all, or one page, for which the store is
 * read again while it returns others too.
 */
export async function readSessions(source: Source, page?: SessionPage): Promise<ListedSession[]> {
  const { isLive, read } = source;
  if (!page) return newestFirst((await read()).filter(isLive));
  const { limit } = page;
  const found = new Map<string, ListedSession>();
  for (let { until } = page; ;) {
    const known = found.size;
    const stored = newestFirst(await read({ limit, ...(until && { until }) }));
    const asked = stored.filter(({ createdAt }) => !until || !createdAt || createdAt <= until);
    for (const session of asked) found.set(session.key, session);
    const live = [...found.values()].filter(isLive);
    until = stored.at(-1)?.createdAt ?? undefined;
    const isLast = stored.length < limit || found.size === known || !until;
    if (isLast || live.length >= limit) return newestFirst(live).slice(0, limit);
  }
}
