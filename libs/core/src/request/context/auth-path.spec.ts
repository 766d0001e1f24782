import { authActions, isAuthAction } from '../../model/auth-action.js';
import { parseAuthPath } from './auth-path.js';

const endpoints = new Map(
  authActions.map((action) => [
    action,
    { action, takesProvider: ['signin', 'callback', 'webauthn-options'].includes(action) },
  ]),
);

describe('parseAuthPath', () => {
  it.each([
    ['/auth/signin/auth0///', { action: 'signin', providerId: 'auth0' }],
    ['/auth/signin/undefined', { action: 'signin' }],
    ['/auth/signin', { action: 'signin' }],
    ['/auth/signin/', { action: 'signin' }],
    ['/auth/callback/idp', { action: 'callback', providerId: 'idp' }],
    ['/auth/webauthn-options/passkey', { action: 'webauthn-options', providerId: 'passkey' }],
    ['/auth//session', { action: 'session' }],
  ])('reads %s', (path, expected) => {
    expect(parseAuthPath(path, '/auth', endpoints)).toEqual(expected);
  });

  it.each([
    '/auth/auth/signin/github',
    '/authxsession',
    '/api/auth/signin',
    '/auth/signin/a/b',
    '/auth/signinn',
    '/auth',
    '/auth/',
    '/authsession',
    '/auth/session/github',
    '/auth/session/undefined',
    '/auth/Session',
    '/auth/%73ession',
    '/auth/./signin',
    '/auth/../auth/signin',
    '//auth/signin',
    '/auth/__proto__',
    '/auth/constructor',
    '/x/auth/session',
    '',
  ])('refuses %s', (path) => {
    expect(parseAuthPath(path, '/auth', endpoints)).toBeNull();
  });

  it('does not decode a provider id', () => {
    expect(parseAuthPath('/auth/signin/a%2Fb', '/auth', endpoints)?.providerId).toBe('a%2Fb');
  });

  it('supports a base path with several segments, and an empty one', () => {
    expect(parseAuthPath('/v1/api/auth/csrf', '/v1/api/auth', endpoints)).toEqual({
      action: 'csrf',
    });
    expect(parseAuthPath('/csrf', '', endpoints)).toEqual({ action: 'csrf' });
  });

  it('does not treat the base path as a pattern', () => {
    expect(parseAuthPath('/aXth/session', '/a.th', endpoints)).toBeNull();
  });
});

describe('isAuthAction', () => {
  it.each(authActions)('accepts %s', (action) => {
    expect(isAuthAction(action)).toBe(true);
  });

  it.each(['Session', 'SIGNIN', '', ' session', 'sign-in', 'toString', '__proto__'])(
    'refuses %j',
    (text) => {
      expect(isAuthAction(text)).toBe(false);
    },
  );

  it('is based on a list of nine actions', () => {
    expect([...authActions].sort()).toEqual([
      'callback',
      'csrf',
      'error',
      'providers',
      'session',
      'signin',
      'signout',
      'verify-request',
      'webauthn-options',
    ]);
  });
});
