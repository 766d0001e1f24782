import { aConfig } from '../../../../../test/support/a-context.js';
import { NOON, startClock, stopClock } from '../../../../../test/support/clock.js';
import type { SessionOptions } from '../../config/options/session.js';
import type { JWT } from '../../model/jwt.js';
import { endOfLife, isDue, isOver, nowSeconds, sessionEnd, withAuthTime } from './token-life.js';

const NOW = Math.floor(NOON / 1000);
const HOUR = 3600;
const with_ = (session: SessionOptions, jwt = {}) => aConfig({ session, jwt });
const opened = (claims: JWT, secretIndex = 0) => ({ claims, secretIndex });

beforeEach(() => stopClock());
afterEach(() => startClock());

it('nowSeconds returns whole seconds', () => {
  expect(nowSeconds()).toBe(NOW);
});

describe('isDue', () => {
  it.each([
    [{ updateAge: HOUR }, { iat: NOW }, false],
    [{ updateAge: HOUR }, { iat: NOW - HOUR + 1 }, false],
    [{ updateAge: HOUR }, { iat: NOW - HOUR }, true],
    [{ updateAge: 0 }, { iat: NOW }, true],
    [{}, { iat: NOW - 86_399 }, false],
    [{}, { iat: NOW - 86_400 }, true],
    [{}, {}, true],
    [{}, { iat: NOW + 30 }, false],
  ])('with %j and the claims %j returns %s (D08)', (session, claims, due) => {
    expect(isDue(with_(session), opened(claims))).toBe(due);
  });

  it('returns true for a token that was opened with an older secret (D18)', () => {
    expect(isDue(with_({}), opened({ iat: NOW }, 1))).toBe(true);
  });
});

describe('endOfLife', () => {
  it.each([
    [{}, {}, 30 * 24 * HOUR, 30 * 24 * HOUR],
    [{ maxAge: HOUR }, {}, HOUR, HOUR],
    [{ maxAge: HOUR }, { maxAge: 60 }, 60, HOUR],
    [{ maxAge: HOUR, absoluteMaxAge: 2 * HOUR }, {}, HOUR, HOUR],
    [{ maxAge: HOUR, absoluteMaxAge: 60 }, {}, 60, 60],
    [{ maxAge: HOUR, absoluteMaxAge: 60 }, { maxAge: 30 }, 30, 60],
  ])(
    'with %j and %j ends the token after %d s and the session after %d s',
    (session, jwt, ...ends) => {
      const life = endOfLife(with_(session, jwt), { auth_time: NOW }, NOW);

      expect([life.tokenEnd - NOW, life.sessionEnd - NOW]).toEqual(ends);
    },
  );

  it('counts the absolute end from the sign-in, even if the token is renewed (D07)', () => {
    const config = with_({ maxAge: HOUR, absoluteMaxAge: 2 * HOUR });
    const claims = { auth_time: NOW - 110 * 60 };

    expect(endOfLife(config, claims, NOW).sessionEnd).toBe(NOW + 10 * 60);
  });

  it('counts the absolute end from `iat` in a token from another application (D07)', () => {
    const config = with_({ maxAge: HOUR, absoluteMaxAge: 60 });

    expect(endOfLife(config, { iat: NOW - 50 }, NOW).sessionEnd).toBe(NOW + 10);
  });
});

describe('sessionEnd', () => {
  it('is `maxAge` after the token was issued', () => {
    expect(sessionEnd(with_({ maxAge: HOUR }), { iat: NOW - 60 })).toBe(NOW + HOUR - 60);
    expect(sessionEnd(with_({ maxAge: HOUR }), {})).toBe(NOW + HOUR);
  });
});

describe('isOver', () => {
  it.each([
    [{ exp: NOW + 1, iat: NOW }, false],
    [{ exp: NOW, iat: NOW }, true],
    [{ exp: NOW - 10, iat: NOW }, true],
    [{ exp: NOW + HOUR, iat: NOW - HOUR + 1 }, false],
    [{ exp: NOW + HOUR, iat: NOW - HOUR }, true],
  ])('with the claims %j returns %s (D06, A34)', (claims, over) => {
    expect(isOver(with_({ maxAge: HOUR }), claims)).toBe(over);
  });

  it.each([
    [-59, false],
    [-60, true],
    [-3000, true],
  ])('with `auth_time` set to %d s from now returns %s (D07)', (ago, over) => {
    const config = with_({ maxAge: HOUR, absoluteMaxAge: 60 });
    const claims = { exp: NOW + HOUR, iat: NOW, auth_time: NOW + ago };

    expect(isOver(config, claims)).toBe(over);
  });
});

describe('withAuthTime', () => {
  const config = with_({ absoluteMaxAge: HOUR });

  it('adds nothing if no absolute end is configured', () => {
    const claims = { sub: '1' };

    expect(withAuthTime(with_({}), claims)).toBe(claims);
  });

  it('sets `auth_time` to the current time at sign-in', () => {
    expect(withAuthTime(config, { sub: '1' })).toEqual({ sub: '1', auth_time: NOW });
  });

  it('keeps the time of the sign-in, whatever the jwt callback returns', () => {
    const before = { iat: NOW - 60, auth_time: NOW - 600 };

    expect(withAuthTime(config, { auth_time: NOW }, before)['auth_time']).toBe(NOW - 600);
    expect(withAuthTime(config, {}, { iat: NOW - 60 })['auth_time']).toBe(NOW - 60);
  });
});
