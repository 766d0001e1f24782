import { setClock, startClock, stopClock } from '../../../../test/support/clock.js';
import { MemoryLimiter } from './memory-limiter.js';

describe('the limiter in memory', () => {
  beforeEach(() => stopClock());
  afterEach(() => startClock());

  const MONTH = { customDuration: 30 * 24 * 60 * 60 };

  it('F16 counts over a month, which no timer holds', async () => {
    const limiter = new MemoryLimiter();
    await limiter.penalty('a', 1, MONTH);
    await new Promise((resolve) => setTimeout(resolve, 20));
    setClock(29 * 24 * 60 * 60);

    expect(await limiter.penalty('a', 1, MONTH)).toEqual({
      consumedPoints: 2,
      msBeforeNext: 24 * 60 * 60 * 1000,
    });
    setClock(30 * 24 * 60 * 60);
    expect(await limiter.penalty('a', 1, MONTH)).toMatchObject({ consumedPoints: 1 });
  });

  it('F10 holds so many keys and no more, and keeps those that are under attack', async () => {
    const limiter = new MemoryLimiter(100);
    for (let at = 0; at < 10_000; at++) {
      await limiter.penalty(`${at}`, 1, MONTH);
      if (at % 50 === 0) await limiter.penalty('a', 1, MONTH);
    }

    expect(limiter.size).toBe(100);
    expect(await limiter.penalty('a', 1, MONTH)).toMatchObject({ consumedPoints: 201 });
  });

  it('remembers nothing of what was given back, and owes nothing', async () => {
    const limiter = new MemoryLimiter();
    await limiter.penalty('a', 1, MONTH);
    await limiter.reward('a', 1);
    await limiter.reward('a', 1);

    expect(limiter.size).toBe(0);
    expect(await limiter.penalty('a', 1, MONTH)).toMatchObject({ consumedPoints: 1 });
  });

  it('H20 makes nobody wait for longer when the clock is set back', async () => {
    const limiter = new MemoryLimiter();
    const MINUTE = { customDuration: 60 };
    await limiter.penalty('a', 1, MINUTE);

    setClock(-3600);
    expect(await limiter.penalty('a', 1, MINUTE)).toEqual({
      consumedPoints: 2,
      msBeforeNext: 60_000,
    });
    setClock(-3600 + 61);
    expect(await limiter.penalty('a', 1, MINUTE)).toMatchObject({ consumedPoints: 1 });
  });
});
