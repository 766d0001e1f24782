import { isCurrent } from './token-times.js';

const NOW = 1_800_000_000;

describe('isCurrent', () => {
  it.each([
    ['expires later', { exp: NOW + 1 }, true],
    ['expired within the tolerance', { exp: NOW - 14 }, true],
    ['expired exactly the tolerance ago', { exp: NOW - 15 }, false],
    ['expired long ago', { exp: NOW - 3600 }, false],
    ['has no `exp` (A34)', {}, false],
    ['has a string as `exp` (A34)', { exp: `${NOW + 60}` as unknown as number }, false],
  ])('for a token that %s: %j returns %s', (_what, claims, current) => {
    expect(isCurrent(claims, NOW)).toBe(current);
  });

  it.each([
    [{ iat: NOW + 30 }, true],
    [{ iat: NOW + 60 }, true],
    [{ iat: NOW + 61 }, false],
    [{ iat: NOW + 3600 }, false],
    [{ nbf: NOW + 15 }, true],
    [{ nbf: NOW + 16 }, false],
    [{ nbf: NOW - 3600 }, true],
  ])('for the claims %j returns %s (D20)', (claims, current) => {
    expect(isCurrent({ exp: NOW + 86_400, ...claims }, NOW)).toBe(current);
  });
});
