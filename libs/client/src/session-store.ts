import { call } from './call.js';
import { isBrowser, type Page } from './page.js';
import type { SessionResult } from './results.js';
import { isSession, type Session, type SessionState, stateOf } from './session.js';
import { channelOf, tellTabs, type TabMessage } from './tabs.js';

/** The longest delay of a timer, in milliseconds. */
const LONGEST = 2 ** 31 - 1;
/** The shortest, so that a clock that is fast causes few requests. */
const SHORTEST = 30_000;

/** Reads the session; one request at a time. On a server each call is a request of its own. */
export function readSession(page: Page, store: typeof take = settle): Promise<SessionResult> {
  if (!isBrowser()) return read(page, store);
  const own: Promise<SessionResult> = (page.reading ??= read(
    page,
    store,
    () => page.reading === own,
  ).finally(() => {
    if (page.reading === own) page.reading = undefined;
  }));
  return own;
}

/** Reads the session again, whatever an earlier request will return. */
export function rereadSession(page: Page, store?: typeof take): Promise<SessionResult> {
  page.reading = undefined;
  return readSession(page, store);
}

async function read(page: Page, store: typeof take, isNewest = () => true): Promise<SessionResult> {
  const answer = await call<Session | null>(page, 'session', isSession);
  // A sign-in, a sign-out or another tab was faster: the response describes the time before.
  if (!isNewest()) return page.reading ?? { ok: true, session: page.state.session ?? null };
  if (answer.ok) {
    store(page, answer.body);
    return { ok: true, session: answer.body };
  }
  if (page.state.session === undefined) show(page, { status: 'unavailable', failure: answer });
  return answer;
}

/** Stores the session as it is now. The other tabs get it if it has changed. */
export function settle(page: Page, session: Session | null): boolean {
  const hasChanged = take(page, session);
  if (hasChanged) tellTabs(page, session);
  return hasChanged;
}

/**
 * Stores a session that others know already: another tab, or the server that rendered the page.
 * @returns whether it differs from the one that was known; another `expires` makes no difference
 */
export function take(page: Page, session: Session | null): boolean {
  if (!isBrowser()) return false;
  page.reading = undefined;
  page.readAt = Date.now();
  clearTimeout(page.expiry);
  const left = Date.parse(session?.expires ?? '') - page.readAt;
  if (left > 0) {
    const delay = Math.min(Math.max(left, SHORTEST), LONGEST);
    page.expiry = setTimeout(() => void readSession(page), delay);
  }
  const next = stateOf(session);
  const hasChanged = textOf(next) !== textOf(page.state);
  if (hasChanged) show(page, next);
  return hasChanged;
}

function textOf({ status, session }: SessionState): string {
  return JSON.stringify([status, { ...session, expires: '' }]);
}

function show(page: Page, state: SessionState): void {
  if (!isBrowser()) return;
  page.state = state;
  for (const listener of page.listeners) listener(state);
}

/** Calls the listener with the state, now and after each change; reads the session if needed. */
export function listen(page: Page, listener: (state: SessionState) => void): () => void {
  listener(page.state);
  if (!isBrowser()) return () => undefined;
  page.listeners.add(listener);
  if (!page.reread) connect(page);
  if (page.state.status === 'loading') void readSession(page);
  return () => page.listeners.delete(listener);
}

/** Follows the other tabs, and the page when it is shown again. */
function connect(page: Page): void {
  page.reread = () => rereadSession(page);
  channelOf(page)?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.session === undefined) void rereadSession(page, take);
    else take(page, data.session);
  });
  document.addEventListener('visibilitychange', () => {
    const maxAge = (page.options.maxStale ?? Infinity) * 1000;
    const isStale = Date.now() - page.readAt > maxAge;
    if (isStale && document.visibilityState === 'visible') void readSession(page);
  });
  // A page from the back-forward cache slept while other pages signed in or out.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void rereadSession(page);
  });
}
