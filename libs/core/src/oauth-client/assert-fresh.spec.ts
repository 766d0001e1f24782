import { NOON, startClock, stopClock } from '../../../../test/support/clock.js';
import { assertFresh } from './assert-fresh.js';

const now = NOON / 1000;

describe('assertFresh', () => {
  beforeEach(() => stopClock());
  afterEach(startClock);

  it.each([now, now - 86_400, now + 30])('accepts an ID token issued at %d', (iat) => {
    expect(() => assertFresh({ iat })).not.toThrow();
  });

  it.each([now - 86_401, now + 31, 0])('refuses an ID token issued at %d (B06)', (iat) => {
    expect(() => assertFresh({ iat })).toThrow('the ID token was issued');
  });
});
