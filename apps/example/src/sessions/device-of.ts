import type { SessionSummary } from '@authnest/core';

/** Names the device of a session. Its parts come from the client, so pages must escape them. */
export function deviceOf({ browser, system }: Pick<SessionSummary, 'browser' | 'system'>): string {
  return [browser, system].filter((name) => name !== null).join(' on ') || 'Unknown device';
}
