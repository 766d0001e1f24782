import { hash } from 'node:crypto';
import type { AdapterSession } from '../adapter/adapter.port.js';

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
}

/** Of 43: 132 bits, which nobody guesses and no two sessions share. */
const ID_LENGTH = 22;

/** What names a stored session to people and clients. */
export function publicSessionId({ sessionToken }: Pick<AdapterSession, 'sessionToken'>): string {
  return hash('sha256', `session:${sessionToken}`, 'base64url').slice(0, ID_LENGTH);
}

/** @param current - id of the session that asks */
export function toSessionSummary(session: AdapterSession, current?: string): SessionSummary {
  const { createdAt, expires } = session;
  const id = publicSessionId(session);
  return {
    id,
    current: id === current,
    createdAt: createdAt?.toISOString() ?? null,
    expires: expires.toISOString(),
  };
}
