import { NOON, setClock, startClock, stopClock } from '../../../../test/support/clock.js';
import { isWithin } from './is-within.js';

describe('isWithin', () => {
  beforeEach(() => stopClock());
  afterEach(() => startClock());

  it.each([
    [0, true],
    [59, true],
    [60, false],
    [3600, false],
    [-1, false],
    [-3600, false],
  ])('%i s after the start of a one-minute period, returns %s', (seconds, expected) => {
    setClock(seconds);

    expect(isWithin(60_000, NOON)).toBe(expected);
  });
});
