import { setClock, startClock, stopClock } from '../../../../test/support/clock.js';
import { memoryLimiters } from './limiter-set.js';

const RULE = { free: 2, windowSeconds: 3600, longestWaitSeconds: 10 };

describe('the attempt counter', () => {
  beforeEach(() => stopClock());
  afterEach(() => startClock());

  it('allows the free attempts, and the first one after them', async () => {
    const { counter } = memoryLimiters();

    expect([
      await counter.count('a', RULE),
      await counter.count('a', RULE),
      await counter.count('a', RULE),
    ]).toEqual([0, 0, 0]);
    expect(await counter.count('a', RULE)).toBe(1000);
  });

  it('doubles the wait up to the longest wait', async () => {
    const { counter } = memoryLimiters();
    for (let at = 0; at < 3; at++) await counter.count('a', RULE);
    const waits: number[] = [];
    let now = 0;
    for (let at = 0; at < 6; at++) {
      const wait = (await counter.count('a', RULE)) / 1000;
      waits.push(wait);
      now += wait;
      setClock(now);
      await counter.count('a', RULE);
    }

    expect(waits).toEqual([1, 2, 4, 8, 10, 10]);
  });

  it('does not count a refused attempt', async () => {
    const { counter } = memoryLimiters();
    for (let at = 0; at < 100; at++) await counter.count('a', RULE);
    setClock(1);

    expect(await counter.count('a', RULE)).toBe(0);
    expect(await counter.count('a', RULE)).toBe(2000);
  });

  it('counts each key separately', async () => {
    const { counter } = memoryLimiters();
    for (let at = 0; at < 4; at++) await counter.count('a', RULE);

    expect(await counter.count('b', RULE)).toBe(0);
  });

  it('forgets a key after a success if all its failures belong to the same part', async () => {
    const { counter } = memoryLimiters();
    const failures = { key: 'a', part: 'a1' };
    for (let at = 0; at < 2; at++) {
      await counter.count('a', RULE);
      await counter.addFailure(failures, RULE.windowSeconds);
    }
    await counter.count('a', RULE);

    await counter.succeed(failures, RULE.windowSeconds);

    for (let at = 0; at < 3; at++) expect(await counter.count('a', RULE)).toBe(0);
  });

  it('forgets a key after two successes at once', async () => {
    const { counter } = memoryLimiters();
    const failures = { key: 'a', part: 'a1' };
    await counter.count('a', RULE);
    await counter.addFailure(failures, RULE.windowSeconds);
    for (let at = 0; at < 2; at++) await counter.count('a', RULE);

    for (let at = 0; at < 2; at++) await counter.succeed(failures, RULE.windowSeconds);

    for (let at = 0; at < 3; at++) expect(await counter.count('a', RULE)).toBe(0);
  });

  it('undoes only its own count if there are failures of another part', async () => {
    const { counter } = memoryLimiters();
    await counter.count('a', RULE);
    await counter.addFailure({ key: 'a', part: 'a1' }, RULE.windowSeconds);
    await counter.count('a', RULE);

    await counter.succeed({ key: 'a', part: 'a2' }, RULE.windowSeconds);

    for (let at = 0; at < 2; at++) expect(await counter.count('a', RULE)).toBe(0);
    expect(await counter.count('a', RULE)).toBe(1000);
  });

  it('lets no failure of a part outlive those of its key', async () => {
    const { counter } = memoryLimiters();
    const own = { key: 'a', part: 'a1' };
    await counter.count('a', RULE);
    setClock(RULE.windowSeconds - 1);
    for (let at = 0; at < 5; at++) await counter.addFailure(own, RULE.windowSeconds);
    setClock(RULE.windowSeconds + 1);
    for (let at = 0; at < 2; at++) await counter.count('a', RULE);

    await counter.succeed(own, RULE.windowSeconds);

    for (let at = 0; at < 2; at++) expect(await counter.count('a', RULE)).toBe(0);
    expect(await counter.count('a', RULE)).toBe(1000);
  });

  it('undoes the count of an attempt', async () => {
    const { counter } = memoryLimiters();
    for (let at = 0; at < 20; at++) {
      expect(await counter.count('a', RULE)).toBe(0);
      await counter.giveBack('a');
    }
  });
});
