import type { ListedSession } from '../session-records/listed-session.js';
import { publicSessionId } from '../session-records/session-summary.js';

/** Where a list of sessions goes on. */
export interface SessionCursor {
  /** When the last session of the page before began. */
  readonly until: Date;
  /** Its public id: others may have begun in the same millisecond. */
  readonly id: string;
}

/** Returns the cursor after a session; undefined if it is not stored when that began. */
export function cursorAfter({ key, createdAt }: ListedSession): string | undefined {
  return createdAt ? `${createdAt.getTime()}.${publicSessionId(key)}` : undefined;
}

/** @returns null for anything but a cursor */
export function parseCursor(text: unknown): SessionCursor | null {
  const [, time, id] = (typeof text === 'string' && /^(\d{1,13})\.([\w-]{22})$/.exec(text)) || [];
  return time && id ? { until: new Date(Number(time)), id } : null;
}

/** Returns the sessions after the one of the cursor: all, if that has ended meanwhile. */
export function after(
  sessions: readonly ListedSession[],
  cursor: SessionCursor | undefined,
): readonly ListedSession[] {
  const at = sessions.findIndex(({ key }) => cursor && publicSessionId(key) === cursor.id);
  return sessions.slice(at + 1);
}
