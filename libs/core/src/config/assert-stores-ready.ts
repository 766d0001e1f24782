import { withTimeout } from '../model/with-timeout.js';
import type { ResolvedAuthConfig } from './resolved-auth-config.js';

/**
 * Lets the stores of a configuration check themselves when the application starts.
 * @throws whatever a store throws, or {@link Timeout}
 */
export async function assertStoresReady({
  adapter,
  session,
  timeoutMs,
}: ResolvedAuthConfig): Promise<void> {
  for (const store of [adapter?.origin, session.revocation]) {
    await withTimeout(Promise.resolve(store?.assertReady?.()), timeoutMs, 'assertReady');
  }
}
