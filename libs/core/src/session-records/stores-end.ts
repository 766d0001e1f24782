import type { ResolvedAuthConfig } from '../config/resolved-auth-config.js';

/** Whether the adapter stores when all sessions of a user ended. */
export function storesEnd({ adapter }: ResolvedAuthConfig): boolean {
  return adapter?.columns.has('users.accessEndedAt') ?? false;
}
