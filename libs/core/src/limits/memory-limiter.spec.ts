import { setClock, startClock, stopClock } from '../../../../test/support/clock.js';
import { MemoryLimiter } from './memory-limiter.js';

describe('the in-memory limiter', () => {
  beforeEach(() => stopClock());
  afterEach(() => startClock());

  const MONTH = { customDuration: 30 * 24 * 60 * 60 };

  it('counts over a month, which is longer than a timer can run (F16)', async () => {
    const limiter = new MemoryLimiter();
    limiter.penalty('a', 1, MONTH);
    await new Promise((resolve) => setTimeout(resolve, 20));
    setClock(29 * 24 * 60 * 60);

    expect(limiter.penalty('a', 1, MONTH)).toEqual({
      consumedPoints: 2,
      msBeforeNext: 24 * 60 * 60 * 1000,
    });
    setClock(30 * 24 * 60 * 60);
    expect(limiter.penalty('a', 1, MONTH)).toMatchObject({ consumedPoints: 1 });
  });

  it('remembers a limited number of keys, and keeps those that are under attack (F10)', () => {
    const limiter = new MemoryLimiter(100);
    for (let at = 0; at < 10_000; at++) {
      limiter.penalty(`${at}`, 1, MONTH);
      if (at % 50 === 0) limiter.penalty('a', 1, MONTH);
    }

    expect(limiter.size).toBe(100);
    expect(limiter.penalty('a', 1, MONTH)).toMatchObject({ consumedPoints: 201 });
  });

  it('keeps nothing for a key that was only looked up', () => {
    const limiter = new MemoryLimiter();

    expect(limiter.penalty('a', 0, MONTH)).toMatchObject({ consumedPoints: 0 });
    expect(limiter.size).toBe(0);
  });

  it('forgets a count that is undone, and never counts below zero', () => {
    const limiter = new MemoryLimiter();
    limiter.penalty('a', 1, MONTH);
    limiter.reward('a', 1);
    limiter.reward('a', 1);

    expect(limiter.size).toBe(0);
    expect(limiter.penalty('a', 1, MONTH)).toMatchObject({ consumedPoints: 1 });
  });

  it('does not prolong a wait when the clock is set back (H20)', () => {
    const limiter = new MemoryLimiter();
    const MINUTE = { customDuration: 60 };
    limiter.penalty('a', 1, MINUTE);

    setClock(-3600);
    expect(limiter.penalty('a', 1, MINUTE)).toEqual({
      consumedPoints: 2,
      msBeforeNext: 60_000,
    });
    setClock(-3600 + 61);
    expect(limiter.penalty('a', 1, MINUTE)).toMatchObject({ consumedPoints: 1 });
  });
});
