import type { SessionPage } from '../../adapter/adapter-inputs.js';
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
 * read again while it returns others too: further back or, if all began at one time or that is not
 * stored, more at once.
 * @returns fewer than the page asks for only if there are no more
 */
export async function readSessions(source: Source, page?: SessionPage): Promise<ListedSession[]> {
  const { isLive, read } = source;
  if (!page) return newestFirst((await read()).filter(isLive));
  const { limit } = page;
  const found = new Map<string, ListedSession>();
  for (let { until, limit: size } = page; ;) {
    const stored = newestFirst(await read({ limit: size, ...(until && { until }) }));
    const asked = stored.filter(({ createdAt }) => !until || !createdAt || createdAt <= until);
    for (const session of asked) found.set(session.key, session);
    const live = [...found.values()].filter(isLive);
    // A store that ignores the page returns all at once.
    const isLast = stored.length !== size;
    if (isLast || live.length >= limit) return newestFirst(live).slice(0, limit);
    const oldest = stored.at(-1)?.createdAt;
    if (oldest && oldest.getTime() !== until?.getTime()) until = oldest;
    else size *= 2;
  }
}
