import type { AdapterSession, ProviderSessions } from '@authnest/core';
import type { MemoryTables } from './memory-tables.js';

/** Deletes the sessions that a provider has ended. @returns the deleted sessions */
export function endProviderSessions(
  { sessions }: MemoryTables,
  ended: ProviderSessions,
): AdapterSession[] {
  const gone: AdapterSession[] = [];
  sessions.removeWhere((session) => isEnded(session, ended) && gone.push(session) > 0);
  return gone;
}

/** Returns the sessions that a provider has ended. */
export function providerSessions(
  { sessions }: MemoryTables,
  ended: ProviderSessions,
): AdapterSession[] {
  return sessions.all().filter((session) => isEnded(session, ended));
}

function isEnded(session: AdapterSession, ended: ProviderSessions): boolean {
  const { providerSession, providerSubject, providerTime } = session;
  if (!providerTime) return false;
  if (ended.providerSession !== undefined && providerSession === ended.providerSession) {
    return providerTime <= ended.sessionBefore;
  }
  if (ended.providerSubject === undefined || providerSubject !== ended.providerSubject) {
    return false;
  }
  const isNamed = ended.providerSession !== undefined && Boolean(providerSession);
  return !isNamed && providerTime <= ended.subjectBefore;
}

/** Stores the time up to which the sessions of each marker have ended; never an earlier one. */
export function markEnded(
  { revocations }: MemoryTables,
  { markers, before, expires }: { markers: readonly string[]; before: Date; expires: Date },
): void {
  for (const marker of markers) {
    const known = revocations.find({ marker });
    if (!known) revocations.insert({ marker, endedBefore: before, expires });
    else {
      const latest = known.endedBefore > before ? known.endedBefore : before;
      const until = known.expires > expires ? known.expires : expires;
      revocations.update({ marker }, { endedBefore: latest, expires: until });
    }
  }
}

/** Returns the latest end among the markers that have not expired; null if there is none. */
export function latestEnd({ revocations }: MemoryTables, markers: readonly string[]): Date | null {
  const now = Date.now();
  const times = markers.flatMap((marker) => {
    const known = revocations.find({ marker });
    return known && known.expires.getTime() > now ? [known.endedBefore.getTime()] : [];
  });
  return times.length === 0 ? null : new Date(Math.max(...times));
}
