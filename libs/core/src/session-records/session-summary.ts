import { hash } from 'node:crypto';
import type { ListedSession } from './listed-session.js';
import { loadUserAgentReader } from './user-agent.js';

/** What users may see of their own sessions. Nothing in it opens the session. */
export interface SessionSummary {
  /** Identifies the session, 22 characters of base64url. */
  readonly id: string;
  /** Whether it is the session of the current request. */
  readonly current: boolean;
  /** When the person signed in, ISO 8601; null where the adapter does not store it. */
  readonly createdAt: string | null;
  /** When it ends unless it is used, ISO 8601. */
  readonly expires: string;
  /** When it was last used, to `session.lastUsed` or `updateAge`, ISO 8601; null where unknown. */
  readonly lastUsedAt: string | null;
  /** Address of the device or its network, such as `192.0.2.0/24`, as set in `session.device`. */
  readonly address: string | null;
  /** Name of the browser, from the user agent. Clients can send any value; escape it on a page. */
  readonly browser: string | null;
  /** Name of the operating system, from the user agent; escape it too. */
  readonly system: string | null;
  /** Id of the provider that the person signed in with. */
  readonly provider: string | null;
}

/** Characters of the hash, of 43: their 132 bits cannot be guessed and do not collide. */
const ID_LENGTH = 22;

/** The id of a session that users and clients see. */
export function publicSessionId(key: string): string {
  return hash('sha256', `session:${key}`, 'base64url').slice(0, ID_LENGTH);
}

/** @param current - key of the session of the request */
export async function toSessionSummaries(
  sessions: readonly ListedSession[],
  current?: string,
): Promise<SessionSummary[]> {
  const read = await loadUserAgentReader();
  return sessions.map((session) => ({
    ...read(session.userAgent),
    ...keptFacts(session),
    current: session.key === current,
  }));
}

function keptFacts(session: ListedSession) {
  const { key, createdAt, expires, lastUsedAt, address, provider } = session;
  return {
    id: publicSessionId(key),
    createdAt: createdAt?.toISOString() ?? null,
    expires: expires.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    address: address ?? null,
    provider: provider ?? null,
  };
}
