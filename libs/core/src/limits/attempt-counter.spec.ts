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

  it('counts each key separately, and forgets a key on request', async () => {
    const { counter } = memoryLimiters();
    for (let at = 0; at < 4; at++) await counter.count('a', RULE);

    expect(await counter.count('b', RULE)).toBe(0);
    await counter.forget('a');
    expect(await counter.count('a', RULE)).toBe(0);
  });

  it('undoes the count of an attempt', async () => {
    const { counter } = memoryLimiters();
    for (let at = 0; at < 20; at++) {
      expect(await counter.count('a', RULE)).toBe(0);
      await counter.giveBack('a');
    }
  });
});
