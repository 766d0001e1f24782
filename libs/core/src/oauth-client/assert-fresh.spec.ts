import { NOON, startClock, stopClock } from '../../../../test/support/clock.js';
import { assertFresh } from './assert-fresh.js';

const now = NOON / 1000;

describe('assertFresh', () => {
  beforeEach(() => stopClock());
  afterEach(startClock);

  it.each([now, now - 86_400, now + 30])('believes a token of %d', (iat) => {
    expect(() => assertFresh({ iat })).not.toThrow();
  });

  it.each([now - 86_401, now + 31, 0])('B06 refuses a token of %d', (iat) => {
    expect(() => assertFresh({ iat })).toThrow('the ID token was issued');
  });
});
