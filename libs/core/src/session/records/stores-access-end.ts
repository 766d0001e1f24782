import type { ResolvedAuthConfig } from '../../config/resolved-auth-config.js';

/** Whether the adapter stores when all sessions of a user ended, and what it is compared with. */
export function storesAccessEnd({ adapter, session }: ResolvedAuthConfig): boolean {
  if (!adapter?.columns.has('users.accessEndedAt')) return false;
  return session.strategy === 'jwt' || adapter.columns.has('sessions.createdAt');
}
