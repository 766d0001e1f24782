import type { ListedSession } from '../../session/records/listed-session.js';
import { publicSessionId } from '../../session/records/session-summary.js';

/** Where a list of sessions goes on. */
export interface SessionCursor {
  /** The place of the last session of the page before. */
  readonly place: number;
  /** Its public id: others may have the same place. */
  readonly id: string;
  /** When it began, if that is stored. */
  readonly until?: Date;
}

/** Sessions by which a store reads a page. */
type Read = (page: { limit: number; until?: Date }) => Promise<readonly ListedSession[]>;

/** A session with its place in the list. */
type Placed = SessionCursor & { readonly session: ListedSession };

/** Later than any end, in milliseconds. */
const FAR = 1e13;

/** @returns null for anything but a cursor */
export function parseCursor(text: unknown): SessionCursor | null {
  const [, place, id] =
    (typeof text === 'string' && /^(-?\d{1,13})\.([\w-]{22})$/.exec(text)) || [];
  if (!place || !id) return null;
  return { place: +place, id, ...(+place >= 0 && { until: new Date(+place) }) };
}

/**
 * Reads the sessions after the cursor, newest sign-in first; those whose `createdAt` is not stored
 * come last, by their end. Reads more while the store may have others of the same place.
 * @param read - returns fewer sessions than the limit only if there are no more
 * @returns `next`, the cursor after them, if there are more
 */
export async function readPage(
  read: Read,
  size: number,
  cursor?: SessionCursor,
): Promise<{ shown: ListedSession[]; next?: string }> {
  const { until } = cursor ?? {};
  // Twice as many, since others may have begun in the millisecond of the cursor.
  for (let limit = 2 * size + 1; ; limit *= 2) {
    const live = await read({ limit, ...(until && { until }) });
    const rest = live.map(placed).filter((one) => !cursor || compare(one, cursor) > 0);
    const page = rest.sort(compare).slice(0, size);
    const last = page.at(-1);
    const isWhole = live.length < limit;
    if (isWhole || (last && rest.length > size && last.place > lowest(live))) {
      const shown = page.map(({ session }) => session);
      return { shown, ...(last && rest.length > size && { next: `${last.place}.${last.id}` }) };
    }
  }
}

function placed(session: ListedSession): Placed {
  const { key, createdAt, expires } = session;
  const place = createdAt ? createdAt.getTime() : Math.min(+expires, FAR - 1) - FAR;
  return { session, place, id: publicSessionId(key) };
}

function compare(one: SessionCursor, other: SessionCursor): number {
  return other.place - one.place || (one.id < other.id ? -1 : Number(one.id > other.id));
}

/** Returns the place above which a store has returned every session. */
function lowest(sessions: readonly ListedSession[]): number {
  return Math.min(...sessions.map(({ createdAt }) => createdAt?.getTime() ?? 0));
}
