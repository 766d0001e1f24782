import type { Page } from './page.js';
import type { Session } from './session.js';

/**
 * What tabs send each other. Those of `next-auth/react` send and expect the first two members, and
 * then read the session themselves; ours send it, so that no other tab needs a request.
 */
export interface TabMessage {
  readonly event: 'session';
  readonly data: { readonly trigger: 'getSession' | 'signout' };
  readonly session?: Session | null;
}

/** Opens the channel at first use. It does not return what this page itself sends. */
export function channelOf(page: Page): BroadcastChannel | undefined {
  const { channel: name = `authnest:${page.baseUrl}` } = page.options;
  if (name === false || typeof BroadcastChannel === 'undefined') return undefined;
  return (page.channel ??= new BroadcastChannel(name));
}

export function tellTabs(page: Page, session: Session | null): void {
  const trigger = session ? 'getSession' : 'signout';
  const message: TabMessage = { event: 'session', data: { trigger }, session };
  channelOf(page)?.postMessage(message);
}
