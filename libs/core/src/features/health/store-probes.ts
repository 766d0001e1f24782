import { randomUUID } from 'node:crypto';
import type { ResolvedAuthConfig } from '../../config/resolved-auth-config.js';

/** An entry that does not exist: the probe only checks whether the store responds. */
const NOBODY = { provider: 'authnest', providerAccountId: 'health' };

/** Returns reads that show whether each store responds; none of them finds anything. */
export function storeProbes({ adapter, session }: ResolvedAuthConfig): Record<string, Read[]> {
  const { strategy, revocation } = session;
  const adapterReads: (Read | undefined)[] = [
    // Both, since sessions may be stored elsewhere than users.
    adapter?.has('getUserByAccount') ? () => adapter.getUserByAccount(NOBODY) : undefined,
    adapter && strategy === 'database' ? () => adapter.getSessionAndUser(randomUUID()) : undefined,
  ];
  const now = new Date();
  const isRevoked: Read | undefined =
    revocation &&
    (async () => revocation.isRevoked(randomUUID(), { userId: '', startedAt: now, issuedAt: now }));
  return {
    ...(adapter && { adapter: adapterReads.filter((read) => read !== undefined) }),
    ...(isRevoked && { revocation: [isRevoked] }),
  };
}

type Read = () => Promise<unknown>;
