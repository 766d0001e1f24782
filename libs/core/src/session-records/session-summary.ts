import { hash } from 'node:crypto';
import type { ListedSession } from './listed-session.js';
import { loadUserAgentReader } from './user-agent.js';

/** What a person may know of a session of theirs. Nothing in it opens the session. */
export interface SessionSummary {
  /** Names the session, 22 characters of base64url. */
  readonly id: string;
  /** Whether it is the session of the request that asks. */
  readonly current: boolean;
  /** When the person signed in, ISO 8601; null where the adapter does not store it. */
  readonly createdAt: string | null;
  /** When it ends unless it is used, ISO 8601. */
  readonly expires: string;
  /** When it was last used, to `session.lastUsed` or `updateAge`, ISO 8601; null where unknown. */
  readonly lastUsedAt: string | null;
  /** Of the device, as `session.device` has it: an address, or a network such as `192.0.2.0/24`. */
  readonly address: string | null;
  /** Name of the browser, from the user agent. Anybody can send any; escape it on a page. */
  readonly browser: string | null;
  /** Name of the operating system, from the user agent; escape it too. */
  readonly system: string | null;
  /** Id of the provider that the person signed in with. */
  readonly provider: string | null;
}

/** Of 43: 132 bits, which nobody guesses and no two sessions share. */
const ID_LENGTH = 22;

/** What names a session to people and clients. */
export function publicSessionId(key: string): string {
  return hash('sha256', `session:${key}`, 'base64url').slice(0, ID_LENGTH);
}

/** @param current - key of the session that asks */
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
