import { call } from './call.js';
import { post } from './post.js';
import type { Page } from './page.js';
import type { RevokeResult, SessionList, SessionResult, SessionsResult } from './results.js';
import { begin, rereadSession, settle } from './session-store.js';
import { isSession, type Session } from './session.js';

/** The sessions of the signed-in user. */
export interface Sessions {
  /** @param after - `next` of the page before; without it, the first page */
  list(after?: string): Promise<SessionsResult>;
  /** Ends one. @param id - as in the list */
  revoke(id: string): Promise<RevokeResult>;
  /** Ends all but the one of this browser. */
  revokeOthers(): Promise<RevokeResult>;
  /** Ends all: signs out here too. */
  revokeAll(): Promise<RevokeResult>;
}

const isCount = (body: { revoked: number } | null | undefined) => typeof body?.revoked === 'number';

export function sessionsOf(page: Page): Sessions {
  const end = async (path: string, fields = {}): Promise<RevokeResult> => {
    const answer = await post<{ revoked: number }>(page, `sessions/${path}`, isCount, fields);
    return answer.ok ? { ok: true, revoked: answer.body.revoked } : answer;
  };
  return {
    async list(after) {
      const path = `sessions?${new URLSearchParams(after === undefined ? '' : { after })}`;
      const answer = await call<SessionList>(page, path, (body) => Array.isArray(body?.items));
      if (!answer.ok) return answer;
      const { items, next } = answer.body;
      return { ok: true, items, ...(next !== undefined && { next }) };
    },
    revoke: (id) => end('revoke', { id }),
    revokeOthers: () => end('revoke-others'),
    async revokeAll() {
      const result = await end('revoke-all');
      if (result.ok) settle(page, null);
      return result;
    },
  };
}

/** Sends data to the `jwt` and `session` callbacks of the server. */
export async function updateSessionOf(page: Page, data: unknown): Promise<SessionResult> {
  const isNewest = begin(page);
  const answer = await post<Session | null>(page, 'session', isSession, { data });
  if (!answer.ok) return answer;
  if (!isNewest()) {
    return page.state.session ? rereadSession(page) : { ok: true, session: null };
  }
  settle(page, answer.body);
  return { ok: true, session: answer.body };
}
