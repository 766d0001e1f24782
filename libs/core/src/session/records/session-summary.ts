import { hash } from 'node:crypto';
import type { ListedSession } from './listed-session.js';
import { loadUserAgentReader } from './user-agent.js';

/** A session, as users may see it in a list of their own. Nothing in it opens the session. */
export interface SessionSummary {
  /** Identifies the session; 22 characters in base64url. */
  readonly id: string;
  /** Whether it is the session of the current request. */
  readonly current: boolean;
  /** When the user signed in, in ISO 8601; null if it is not stored. */
  readonly createdAt: string | null;
  /** When it ends unless it is used again, in ISO 8601. */
  readonly expires: string;
  /**
   * When it was last used, in ISO 8601, accurate to `session.lastUsed` or `session.updateAge`; null
   * if it is unknown.
   */
  readonly lastUsedAt: string | null;
  /** Address of the device or its network, such as `192.0.2.0/24`. See `session.device`. */
  readonly address: string | null;
  /** Name of the browser, from the user agent. Clients can send any value; escape it on a page. */
  readonly browser: string | null;
  /** Name of the operating system, from the user agent. Escape it as well. */
  readonly system: string | null;
  /**
   * Id of the provider with which the user signed in at `createdAt`; null if it is not stored, and
   * for a session that went on when all others ended, which begins anew.
   */
  readonly provider: string | null;
}

/** Characters that are kept of the hash: their 132 bits cannot be guessed and do not collide. */
const ID_LENGTH = 22;

/** Returns the id of a session that may be shown to users and clients. */
export function publicSessionId(key: string): string {
  return hash('sha256', `session:${key}`, 'base64url').slice(0, ID_LENGTH);
}

/** Converts sessions for their user. @param current - key of the session of the request */
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
