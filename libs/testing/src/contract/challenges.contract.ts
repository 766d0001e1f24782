import { createHash, randomUUID } from 'node:crypto';
import type { AdapterChallenge } from '@authnest/core';
import { type ContractSubject, hasOperation } from './contract-subject.js';
import { isRefused, NO_KEYS, race, resultOf } from './outcomes.js';
import { testGlobals } from './test-globals.js';

const aSubject = () => `user:${randomUUID()}`;
const MINUTE_MS = 60_000;
const LIMIT = 5;
/** Ends with a space, and contains what clients may take for a part of a statement. */
const LONG_DATA = `${'\\\'"%_?$1:a'.padEnd(59_999, 'aB-_.')} `;

/**
 * Tests for what is kept between two steps of a person, if the adapter has `takeChallenge`.
 * @see docs/design/decisions.md 26
 */
export function describeChallenges(subject: ContractSubject): void {
  const { describe, it, expect } = testGlobals();
  const lacks = () => !hasOperation(subject.adapter, 'takeChallenge');

  const stored = async (overrides: Partial<AdapterChallenge> = {}): Promise<AdapterChallenge> => {
    const id = createHash('sha256').update(randomUUID()).digest('hex');
    const expires = new Date(Date.now() + MINUTE_MS);
    const about = { purpose: 'reset', subject: null };
    const challenge = { id, ...about, data: 'sealed', attempts: 0, expires, ...overrides };
    await subject.adapter.createChallenge(challenge);
    return challenge;
  };
  const tried = (id: string, attempts = LIMIT) => subject.adapter.tryChallenge({ id, attempts });

  describe('challenges', () => {
    it('takeChallenge returns the challenge, and then null', async () => {
      if (lacks()) return;
      const challenge = await stored();

      expect(await subject.adapter.takeChallenge(challenge.id)).toEqual(challenge);
      expect(await subject.adapter.takeChallenge(challenge.id)).toBeNull();
      expect(await tried(challenge.id)).toBeNull();
    });

    it('getChallenge returns the challenge, and changes nothing', async () => {
      if (lacks()) return;
      const challenge = await stored({ subject: aSubject() });

      expect(await subject.adapter.getChallenge(challenge.id)).toEqual(challenge);
      expect(await subject.adapter.getChallenge(challenge.id)).toEqual(challenge);
      expect(await subject.adapter.takeChallenge(challenge.id)).toEqual(challenge);
      expect(await subject.adapter.getChallenge(challenge.id)).toBeNull();
    });

    it('only one of 20 parallel calls of takeChallenge gets the challenge', async () => {
      if (lacks()) return;
      const { id } = await stored();

      const { fulfilled } = await race(20, () => subject.adapter.takeChallenge(id));

      expect(fulfilled.filter((taken) => taken !== null).length).toBe(1);
    });

    it('tryChallenge counts each attempt, and returns null after the last', async () => {
      if (lacks()) return;
      const challenge = await stored();

      expect(await tried(challenge.id, 2)).toEqual({ ...challenge, attempts: 1 });
      expect(await tried(challenge.id, 2)).toEqual({ ...challenge, attempts: 2 });
      expect(await tried(challenge.id, 2)).toBeNull();
      expect(await subject.adapter.takeChallenge(challenge.id)).toEqual({
        ...challenge,
        attempts: 2,
      });
    });

    it('20 parallel calls of tryChallenge get no more attempts than the limit', async () => {
      if (lacks()) return;
      const { id } = await stored();

      const { fulfilled } = await race(20, () => tried(id));

      const granted = fulfilled.filter((attempt) => attempt !== null);
      expect(granted.length).toBe(LIMIT);
      expect((await subject.adapter.takeChallenge(id))?.attempts).toBe(LIMIT);
    });

    it('an expired challenge is neither tried nor taken', async () => {
      if (lacks()) return;
      const past = { expires: new Date(Date.now() - 10) };
      const [one, two] = [await stored(past), await stored(past)];

      expect(await subject.adapter.getChallenge(one.id)).toBeNull();
      expect(await tried(one.id)).toBeNull();
      expect(await subject.adapter.takeChallenge(two.id)).toBeNull();
    });

    it('an absent or similar id is neither tried nor taken', async () => {
      if (lacks()) return;
      const { id } = await stored({ id: `a${randomUUID()}` });

      for (const other of [randomUUID(), id.toUpperCase(), `${id} `, id.slice(0, -1)]) {
        expect(await subject.adapter.getChallenge(other)).toBeNull();
        expect(await tried(other)).toBeNull();
        expect(await subject.adapter.takeChallenge(other)).toBeNull();
      }
      expect((await subject.adapter.takeChallenge(id))?.attempts).toBe(0);
    });

    it('createChallenge throws when the id is taken, and changes nothing', async () => {
      if (lacks()) return;
      const challenge = await stored();
      await tried(challenge.id);

      expect(await isRefused(() => stored({ id: challenge.id, data: 'another' }))).toBe(true);
      expect(await subject.adapter.takeChallenge(challenge.id)).toEqual({
        ...challenge,
        attempts: 1,
      });
    });

    it('keeps 60,000 characters of data to the last byte', async () => {
      if (lacks()) return;
      const { id } = await stored({ data: LONG_DATA });

      expect((await tried(id))?.data === LONG_DATA).toBe(true);
      expect((await subject.adapter.takeChallenge(id))?.data === LONG_DATA).toBe(true);
    });

    it('keeps the expiry of a challenge to the millisecond', async () => {
      if (lacks()) return;
      const expires = new Date(Math.floor(Date.now() / 1000) * 1000 + MINUTE_MS + 789);
      const { id } = await stored({ expires });

      expect((await tried(id))?.expires).toEqual(expires);
      expect((await subject.adapter.takeChallenge(id))?.expires).toEqual(expires);
    });

    it('deleteChallenges deletes those of one subject and purpose, and no others', async () => {
      if (lacks()) return;
      const [mine, other] = [aSubject(), aSubject()];
      const all = [
        await stored({ subject: mine }),
        await stored({ subject: mine, purpose: 'register' }),
        await stored({ subject: other }),
        await stored(),
      ];
      const left = async () => {
        const found = await Promise.all(
          all.map(async ({ id }) => subject.adapter.getChallenge(id)),
        );
        return found.map((challenge) => challenge !== null);
      };

      await subject.adapter.deleteChallenges({ subject: mine, purpose: 'RESET' });
      await subject.adapter.deleteChallenges({ subject: mine.toUpperCase() });
      expect(await left()).toEqual([true, true, true, true]);
      await subject.adapter.deleteChallenges({ subject: mine, purpose: 'reset' });
      expect(await left()).toEqual([false, true, true, true]);
      await subject.adapter.deleteChallenges({ subject: mine });
      expect(await left()).toEqual([false, false, true, true]);
    });

    it('deleteChallenges keeps as many as it is told, those that expire last', async () => {
      if (lacks()) return;
      const owner = aSubject();
      const until = (minutes: number) => ({
        subject: owner,
        expires: new Date(Math.floor(Date.now() / 1000) * 1000 + minutes * MINUTE_MS),
      });
      const [late, early, middle] = [
        await stored(until(30)),
        await stored(until(10)),
        await stored(until(20)),
      ];
      const apart = await stored({ ...until(5), purpose: 'register' });
      const taken = await stored(until(40));
      await subject.adapter.takeChallenge(taken.id);

      await subject.adapter.deleteChallenges({ subject: owner, purpose: 'reset', keep: 2 });

      expect(await subject.adapter.getChallenge(early.id)).toBeNull();
      expect(await subject.adapter.getChallenge(middle.id)).toEqual(middle);
      expect(await subject.adapter.getChallenge(late.id)).toEqual(late);
      expect(await subject.adapter.getChallenge(apart.id)).toEqual(apart);
    });

    for (const [name, key] of NO_KEYS) {
      it(`deletes no challenge of ${name}`, async () => {
        if (lacks()) return;
        const [none, some] = [await stored(), await stored({ subject: aSubject() })];
        await resultOf(() => subject.adapter.deleteChallenges({ subject: key }));

        expect(await subject.adapter.getChallenge(none.id)).toEqual(none);
        expect(await subject.adapter.getChallenge(some.id)).toEqual(some);
      });
    }

    for (const [name, key] of NO_KEYS) {
      it(`finds no challenge by ${name}`, async () => {
        if (lacks()) return;
        const { id } = await stored();

        expect(await resultOf(() => subject.adapter.getChallenge(key))).toBeNull();
        expect(await resultOf(() => tried(key))).toBeNull();
        expect(await resultOf(() => subject.adapter.takeChallenge(key))).toBeNull();
        expect((await subject.adapter.takeChallenge(id))?.attempts).toBe(0);
      });
    }
  });
}
