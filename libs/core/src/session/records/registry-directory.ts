import type { SessionPage } from '../../adapter/adapter-inputs.js';
import type { ResolvedAuthConfig } from '../../config/resolved-auth-config.js';
import {
  REGISTRY_METHODS,
  type SessionRecord,
  type SessionRegistry,
} from '../../config/options/session-revocations.js';
import { CLOCK_TOLERANCE_MS } from '../../crypto/token-times.js';
import { UnsupportedStrategy } from '../../errors/configuration.errors.js';
import { callStore } from '../../model/call-store.js';
import type { MaybePromise } from '../../model/maybe-promise.js';
import { recordKey } from '../token/own-user.js';
import type { ListedSession, SessionDirectory } from './listed-session.js';
import { readableEntry } from './readable-entry.js';
import { readSessions } from './read-sessions.js';
import { isDate } from './session-extension.js';
import { longestEnd } from './registry-questions.js';

/**
 * Returns the stateless sessions in a registry. A single entry ends all sessions of a user,
 * including those that are not in the registry; what began by a clock that is ahead ends by its id.
 * @throws {UnsupportedStrategy} if there is no registry
 */
export function registryDirectory(config: ResolvedAuthConfig): SessionDirectory {
  const registry = registryIn(config);
  const within = <T>(method: keyof SessionRegistry, call: () => MaybePromise<T>): Promise<T> =>
    callStore(`session.revocation.${method}`, config.timeoutMs, call);
  const directory: SessionDirectory = {
    async list(userId, page) {
      const owner = recordKey(config.realm, userId);
      const source = {
        read: async (one?: SessionPage) =>
          (await within('list', () => registry.list(owner, one))).map(listed),
        isLive: ({ expires }: ListedSession) => expires.getTime() > Date.now(),
      };
      return readSessions(source, page);
    },
    async end({ key, expires }) {
      const until = longestEnd(config, [expires]);
      await within('revoke', () => registry.revoke({ id: key, expires: until }));
    },
    async endAll(userId, live, asker) {
      const expires = lastEnd(config, live);
      const ifEndedBefore = asker?.startedAt;
      const entry = {
        userId: recordKey(config.realm, userId),
        before: new Date(),
        expires,
        ...(ifEndedBefore && { ifEndedBefore }),
      };
      const stored = await within('revokeUser', () => registry.revokeUser(entry));
      if (ifEndedBefore && stored === null) return null;
      const before = isDate(stored) ? stored : entry.before;
      // These began at an instance whose clock is ahead, maybe just now. A later `before` would also
      // end sessions that begin after this call.
      for (const session of await directory.list(userId)) {
        if (session.key === asker?.key) continue;
        if (session.createdAt && session.createdAt > before) await directory.end(session);
      }
      return before;
    },
  };
  return directory;
}

/**
 * Makes the tokens of a user stale, so that each is reissued with data of the stored user. A token
 * with the old data may be from an instance whose clock is ahead, so what is issued in the next
 * minute counts as stale too: it is reissued again, but never ended.
 */
export async function refreshRecorded(config: ResolvedAuthConfig, userId: string): Promise<void> {
  const registry = registryIn(config);
  const expires = lastEnd(config, await registryDirectory(config).list(userId));
  const before = new Date(Date.now() + CLOCK_TOLERANCE_MS);
  const entry = { userId: recordKey(config.realm, userId), before, expires };
  await callStore('session.revocation.refreshUser', config.timeoutMs, () =>
    registry.refreshUser(entry),
  );
}

/** Returns when the last of these sessions can end, at instances with a longer lifetime too. */
function lastEnd(config: ResolvedAuthConfig, live: readonly ListedSession[]): Date {
  return longestEnd(
    config,
    live.map(({ expires }) => expires),
  );
}

function registryIn({ session }: ResolvedAuthConfig): SessionRegistry {
  if (session.registry) return session.registry;
  const { revocation } = session;
  const missing = REGISTRY_METHODS.filter((name) => typeof revocation?.[name] !== 'function');
  const remedy = revocation
    ? `\`session.revocation\` lacks ${missing.join(', ')}; use a registry such as TypeOrmSessionRegistry`
    : "set `session.strategy: 'database'`, or `session.revocation` to a registry such as TypeOrmSessionRegistry";
  throw new UnsupportedStrategy(
    `stateless sessions are not stored, so they cannot be listed or ended: ${remedy}`,
  );
}

function listed(record: SessionRecord | null): ListedSession {
  const { id, userId: _owner, ...session } = { ...record } as SessionRecord;
  return readableEntry({ ...session, key: id });
}
