import { isCurrent } from './token-times.js';

const NOW = 1_800_000_000;

describe('isCurrent', () => {
  it.each([
    ['ends later', { exp: NOW + 1 }, true],
    ['ended within the tolerance', { exp: NOW - 14 }, true],
    ['ended at the end of the tolerance', { exp: NOW - 15 }, false],
    ['ended long ago', { exp: NOW - 3600 }, false],
    ['A34 has no `exp`', {}, false],
    ['A34 has a string as `exp`', { exp: `${NOW + 60}` as unknown as number }, false],
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
  ])('with the claims %j returns %s (D20)', (claims, current) => {
    expect(isCurrent({ exp: NOW + 86_400, ...claims }, NOW)).toBe(current);
  });
});
