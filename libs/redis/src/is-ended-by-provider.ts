import type { AdapterSession, ProviderSessions } from '@authnest/core';

/** Whether a provider's notice ends a session. @see {@link Adapter.deleteSessionsByProvider} */
export function isEndedByProvider(
  { providerSession, providerSubject, providerTime }: AdapterSession,
  ended: ProviderSessions,
): boolean {
  if (!providerTime) return false;
  const isUpTo = (before: Date) => providerTime.getTime() <= before.getTime();
  if (ended.providerSession && providerSession === ended.providerSession) {
    return isUpTo(ended.sessionBefore);
  }
  const isMeant = !ended.providerSession || !providerSession;
  const isOfPerson = Boolean(providerSubject) && providerSubject === ended.providerSubject;
  return isMeant && isOfPerson && isUpTo(ended.subjectBefore);
}
