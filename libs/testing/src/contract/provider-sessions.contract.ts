import { randomUUID } from 'node:crypto';
import type { AdapterSession } from '@authnest/core';
import { hasOperation, type ContractSubject } from './contract-subject.js';
import { race } from './outcomes.js';
import { testGlobals } from './test-globals.js';

const NOON = Date.parse('2026-03-10T12:00:00.000Z');
const at = (seconds: number) => new Date(NOON + seconds * 1000);
const LATER = new Date(Date.now() + 600_000);

/**
 * Tests for sessions that a provider ends, if the adapter has the operations.
 * @see docs/design/decisions.md 41
 */
export function describeProviderSessions(subject: ContractSubject): void {
  const { describe, it, expect } = testGlobals();
  const lacks = () => !hasOperation(subject.adapter, 'deleteSessionsByProvider');
  const lacksMarks = () => !hasOperation(subject.adapter, 'markEnded');
  const stored = async (overrides: Partial<AdapterSession>) =>
    (await subject.storedSession(overrides)).sessionToken;
  const tokens = (rows: readonly AdapterSession[]) => rows.map((row) => row.sessionToken).sort();

  describe('deleteSessionsByProvider', () => {
    it('given a provider session, deletes its sessions up to sessionBefore', async () => {
      if (lacks()) return;
      const providerSession = randomUUID();
      const old = await stored({ providerSession, providerSubject: 'p', providerTime: at(0) });
      const edge = await stored({ providerSession, providerTime: at(60) });
      const kept = [
        await stored({ providerSession, providerTime: at(61) }),
        await stored({ providerSession: randomUUID(), providerTime: at(0) }),
        await stored({ providerSession, providerTime: null }),
      ];

      const gone = await subject.adapter.deleteSessionsByProvider({
        providerSession,
        sessionBefore: at(60),
        subjectBefore: at(0),
      });

      expect(tokens(gone)).toEqual([old, edge].sort());
      expect(await subject.adapter.getSessionAndUser(old)).toBeNull();
      for (const token of kept) {
        const found = await subject.adapter.getSessionAndUser(token);
        expect(found?.session.sessionToken).toBe(token);
      }
    });

    it('given a subject, also deletes its sessions that have a provider session', async () => {
      if (lacks()) return;
      const providerSubject = randomUUID();
      const first = await stored({ providerSubject, providerTime: at(0) });
      const second = await stored({
        providerSession: randomUUID(),
        providerSubject,
        providerTime: at(0),
      });
      await stored({ providerSubject, providerTime: at(1) });

      const gone = await subject.adapter.deleteSessionsByProvider({
        providerSubject,
        sessionBefore: at(60),
        subjectBefore: at(0),
      });

      expect(tokens(gone)).toEqual([first, second].sort());
    });

    it('given both, deletes the provider session and the sessions of the subject without one', async () => {
      if (lacks()) return;
      const [providerSession, providerSubject] = [randomUUID(), randomUUID()];
      const named = await stored({ providerSession, providerSubject, providerTime: at(0) });
      const bare = await stored({ providerSubject, providerTime: at(0) });
      const other = await stored({
        providerSession: randomUUID(),
        providerSubject,
        providerTime: at(0),
      });

      const gone = await subject.adapter.deleteSessionsByProvider({
        providerSession,
        providerSubject,
        sessionBefore: at(60),
        subjectBefore: at(0),
      });

      expect(tokens(gone)).toEqual([named, bare].sort());
      expect((await subject.adapter.getSessionAndUser(other))?.session.sessionToken).toBe(other);
    });

    it('returns each deleted session to only one of 10 parallel calls', async () => {
      if (lacks()) return;
      const providerSubject = randomUUID();
      const { id: userId } = await subject.storedUser();
      for (let n = 0; n < 3; n += 1) {
        await stored({ userId, providerSubject, providerTime: at(0) });
      }
      const ended = { providerSubject, sessionBefore: at(0), subjectBefore: at(0) };

      const { fulfilled } = await race(10, () => subject.adapter.deleteSessionsByProvider(ended));

      expect(fulfilled.flat().length).toBe(3);
      expect(new Set(tokens(fulfilled.flat())).size).toBe(3);
    });
  });

  describe('listSessionsByProvider', () => {
    it('lists the sessions that deleteSessionsByProvider deletes, and keeps them', async () => {
      if (!hasOperation(subject.adapter, 'listSessionsByProvider')) return;
      const [providerSession, providerSubject] = [randomUUID(), randomUUID()];
      const named = await stored({ providerSession, providerSubject, providerTime: at(60) });
      const bare = await stored({ providerSubject, providerTime: at(0) });
      await stored({ providerSession, providerTime: at(61) });
      await stored({ providerSession: randomUUID(), providerSubject, providerTime: at(0) });
      await stored({ providerSubject, providerTime: at(1) });
      await stored({ providerSession, providerSubject, providerTime: null });
      const ended = {
        providerSession,
        providerSubject,
        sessionBefore: at(60),
        subjectBefore: at(0),
      };

      const listed = await subject.adapter.listSessionsByProvider(ended);

      expect(tokens(listed)).toEqual([named, bare].sort());
      expect(tokens(await subject.adapter.listSessionsByProvider(ended))).toEqual(tokens(listed));
      expect(tokens(await subject.adapter.deleteSessionsByProvider(ended))).toEqual(tokens(listed));
      expect(await subject.adapter.listSessionsByProvider(ended)).toEqual([]);
    });
  });

  describe('markEnded', () => {
    it('makes endedBefore return the latest time of the given markers', async () => {
      if (lacksMarks()) return;
      const [one, two] = [randomUUID(), randomUUID()];
      await subject.adapter.markEnded({ markers: [one], before: at(5), expires: LATER });
      await subject.adapter.markEnded({ markers: [two], before: at(9), expires: LATER });

      expect(await subject.adapter.endedBefore([one, two])).toEqual(at(9));
      expect(await subject.adapter.endedBefore([one])).toEqual(at(5));
      expect(await subject.adapter.endedBefore([randomUUID()])).toBeNull();
    });

    it('raises the time of a marker and never lowers it', async () => {
      if (lacksMarks()) return;
      const marker = randomUUID();
      for (const seconds of [5, 9, 2]) {
        const mark = { markers: [marker], before: at(seconds), expires: LATER };
        await subject.adapter.markEnded(mark);
      }

      expect(await subject.adapter.endedBefore([marker])).toEqual(at(9));
    });

    it('marks every marker, and never shortens the time that a mark is kept', async () => {
      if (lacksMarks()) return;
      const markers = [randomUUID(), randomUUID()];
      await subject.adapter.markEnded({ markers, before: at(5), expires: LATER });
      await subject.adapter.markEnded({ markers, before: at(4), expires: at(6) });

      for (const marker of markers) {
        expect(await subject.adapter.endedBefore([marker])).toEqual(at(5));
      }
    });

    it('makes endedBefore return null after the marker has expired', async () => {
      if (lacksMarks()) return;
      const marker = randomUUID();
      await subject.adapter.markEnded({ markers: [marker], before: at(5), expires: at(6) });

      expect(await subject.adapter.endedBefore([marker])).toBeNull();
    });

    it('keeps the latest time of 20 parallel calls', async () => {
      if (lacksMarks()) return;
      const marker = randomUUID();
      let next = 0;

      const { rejected } = await race(20, () => {
        next += 1;
        return subject.adapter.markEnded({ markers: [marker], before: at(next), expires: LATER });
      });

      expect(rejected).toBe(0);
      expect(await subject.adapter.endedBefore([marker])).toEqual(at(20));
    });
  });
}
