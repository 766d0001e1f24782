import type { AdapterSession, OptionalColumn } from '../../adapter/adapter-rows.js';
import type { SessionContext } from '../../request/context/session-context.js';
import { deviceOf } from './device-of.js';
import { dueExtension, isDate } from './session-extension.js';

type Facts = Pick<
  AdapterSession,
  'createdAt' | 'lastUsedAt' | 'address' | 'userAgent' | 'provider'
>;

/**
 * Returns the facts to store with a new session, if the adapter has columns for them.
 * @param began - when the user signed in
 */
export function newSessionFacts(
  ctx: SessionContext,
  { now, began, provider }: { now: Date; began: Date; provider?: string | null },
): Facts {
  return {
    ...(has(ctx, 'sessions.createdAt') && { createdAt: began }),
    ...(has(ctx, 'sessions.lastUsedAt') && { lastUsedAt: now }),
    ...(has(ctx, 'sessions.provider') && { provider }),
    ...deviceOf(ctx),
  };
}

/**
 * Returns the columns to write when a session is read: its extension and the last use, or only the
 * last use if `session.lastUsed` has passed.
 * @returns undefined if the row does not change
 */
export function dueChange(
  ctx: SessionContext,
  session: AdapterSession,
): Partial<AdapterSession> | undefined {
  const isUsed = isUseDue(ctx, session);
  const extension = dueExtension(ctx.config, session);
  if (!extension && !isUsed) return undefined;
  if (!has(ctx, 'sessions.lastUsedAt')) return extension;
  return { ...extension, lastUsedAt: new Date(), ...deviceOf(ctx) };
}

function isUseDue({ config }: SessionContext, { lastUsedAt }: AdapterSession): boolean {
  const { lastUsedSeconds } = config.session;
  if (lastUsedSeconds === undefined) return false;
  return !isDate(lastUsedAt) || Date.now() - lastUsedAt.getTime() >= lastUsedSeconds * 1000;
}

function has({ config }: SessionContext, column: OptionalColumn): boolean {
  return config.adapter?.columns.has(column) ?? false;
}
