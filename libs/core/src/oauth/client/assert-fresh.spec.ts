import { NOON, startClock, stopClock } from '../../../../../test/support/clock.js';
import { assertFresh } from './assert-fresh.js';

const PROVIDER = { clockToleranceSeconds: 60 };
const now = NOON / 1000;

describe('assertFresh', () => {
  beforeEach(() => stopClock());
  afterEach(startClock);

  it.each([now, now - 86_400, now + 60])('accepts an ID token issued at %d', (iat) => {
    expect(() => assertFresh(PROVIDER, { iat })).not.toThrow();
  });

  it.each([now - 86_401, now + 61, 0])('refuses an ID token issued at %d (B06)', (iat) => {
    expect(() => assertFresh(PROVIDER, { iat })).toThrow('the ID token was issued');
  });
});
