import { call } from './call.js';
import type { Failure } from './failure.js';
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
  const own: Promise<SessionResult> = (page.reading ??= read(page, store).finally(() => {
    if (page.reading === own) page.reading = undefined;
  }));
  return own;
}

/**
 * Begins a request that returns the session.
 * @returns whether nothing else has changed the session since then
 */
export function begin(page: Page): () => boolean {
  connect(page);
  const { turn } = page;
  return () => page.turn === turn;
}

/** Reads the session again, whatever an earlier request will return. */
export function rereadSession(page: Page, store?: typeof take): Promise<SessionResult> {
  outdate(page);
  return readSession(page, store);
}

function outdate(page: Page): void {
  page.turn = {};
  page.reading = undefined;
}

async function read(page: Page, store: typeof take): Promise<SessionResult> {
  const isNewest = begin(page);
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
  outdate(page);
  const now = Date.now();
  page.readAt = now;
  clearTimeout(page.expiry);
  const left = Date.parse(session?.expires ?? '') - now;
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
  for (const listener of page.listeners) {
    try {
      listener(state);
    } catch (thrown) {
      globalThis.reportError?.(thrown);
    }
  }
}

/** Calls the listener with the state, now and after each change; reads the session if needed. */
export function listen(page: Page, listener: (state: SessionState) => void): () => void {
  listener(page.state);
  if (!isBrowser()) return () => undefined;
  // A function of its own, since the same one may be passed twice.
  const own = (state: SessionState) => listener(state);
  page.listeners.add(own);
  connect(page);
  if (page.state.status === 'loading') void readSession(page);
  return () => page.listeners.delete(own);
}

/** Shows the session that another tab has sent; if there is none in the message, asks the server. */
function hear(page: Page, told: Session | null | undefined): void {
  if (told === undefined) return void rereadSession(page, take);
  try {
    const session = JSON.parse(JSON.stringify(told)) as Session | null;
    if (isSession(session)) take(page, session);
  } catch {
    // Not JSON: other scripts of this origin may use the channel too.
  }
}

/** What a page of another site ends with, or one in a browser that blocks cookies. */
function withoutCookies({ baseUrl }: Page): Failure {
  const message = `${baseUrl}: no cookies are kept; are they blocked, or is this another site?`;
  return { ok: false, error: 'CookiesBlocked', message };
}

/** Follows the other tabs, and the page when it is shown again. */
function connect(page: Page): void {
  if (page.reread || !isBrowser()) return;
  page.reread = async () => {
    const result = await rereadSession(page);
    return result.ok && !result.session ? withoutCookies(page) : undefined;
  };
  channelOf(page)?.addEventListener('message', ({ data }: MessageEvent<TabMessage | null>) => {
    if (data?.event === 'session') hear(page, data.session);
  });
  document.addEventListener('visibilitychange', () => {
    const maxAge = (page.options.maxStale ?? Infinity) * 1000;
    const isStale = Date.now() - (page.readAt ?? 0) > maxAge;
    if (isStale && document.visibilityState === 'visible') void readSession(page);
  });
  // A page from the back-forward cache slept while other pages signed in or out.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void rereadSession(page);
  });
}
