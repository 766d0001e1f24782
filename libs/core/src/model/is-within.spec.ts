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
  ])('at %i s after the start of a minute, returns %s', (seconds, expected) => {
    setClock(seconds);

    expect(isWithin(60_000, NOON)).toBe(expected);
  });
});
