import { InvalidRequest } from '../../errors/internal.errors.js';
import { parseRequestTarget } from './request-target.js';

const HOST = 'app.com';

describe('parseRequestTarget', () => {
  it.each([
    ['/', '/', ''],
    ['/auth/signin', '/auth/signin', ''],
    ['/auth/signin?a=1&b=/../c', '/auth/signin', 'a=1&b=/../c'],
    ['/auth/signin?', '/auth/signin', ''],
    ['/a?b?c', '/a', 'b?c'],
    // Browsers send a backslash in a query unchanged.
    [String.raw`/a?b=\c`, '/a', String.raw`b=\c`],
    ['/auth/signin///', '/auth/signin///', ''],
    ['/a/.well-known/..x/x../...', '/a/.well-known/..x/x../...', ''],
    ['/a%2Fb%5C/auth;x=1', '/a%2Fb%5C/auth;x=1', ''],
    ['/a%252e%252e/%zz', '/a%252e%252e/%zz', ''],
    ["/@evil.test:80/(it's)|[x]~!*", "/@evil.test:80/(it's)|[x]~!*", ''],
    // Unencoded UTF-8 bytes, as some programs send them.
    ['/b\xc3\xbcro/"<>^`{}', '/b%C3%BCro/%22%3C%3E%5E%60%7B%7D', ''],
    ['http://app.com/auth/signin?a=1', '/auth/signin', 'a=1'],
    ['HTTPS://APP.COM/auth', '/auth', ''],
    ['http://app.com', '/', ''],
    ['http://app.com?a=1', '/', 'a=1'],
  ])('reads %j as the path %j and the query %j', (target, path, search) => {
    expect(parseRequestTarget(target, HOST)).toEqual({ path, search });
    expect(new URL(`https://app.com${path}`).pathname).toBe(path);
  });
});

describe('parseRequestTarget, for an invalid target (S1, N11)', () => {
  it.each([
    ['munity://x/auth', 'a value that is neither a path'],
    ['ftp://app.com/auth', 'a value that is neither a path'],
    ['http:/auth', 'a value that is neither a path'],
    ['http:\\\\app.com/auth', 'a value that is neither a path'],
    ['javascript:alert(1)', 'a value that is neither a path'],
    ['app.com:443', 'a value that is neither a path'],
    ['@evil.test/auth', 'a value that is neither a path'],
    ['.evil.test/auth', 'a value that is neither a path'],
    ['?a=1', 'a value that is neither a path'],
    ['', 'a value that is neither a path'],
    ['*', '`*`'],
    ['http://evil.test/auth', 'a URL whose host differs'],
    ['http://app.com:80/auth', 'a URL whose host differs'],
    ['http://app.com@evil.test/auth', 'a URL whose host differs'],
    ['http://x@app.com/auth', 'a URL whose host differs'],
    ['http:///auth', 'a URL whose host differs'],
    ['//evil.test/auth', 'two leading slashes'],
    ['///auth', 'two leading slashes'],
    ['http://app.com//evil.test', 'two leading slashes'],
    ['/\\evil.test/auth', 'a backslash'],
    ['/x\\auth', 'a backslash'],
    ['http://app.com\\@evil.test/auth', 'a backslash'],
    ['/auth#', 'a control character or `#`'],
    ['/auth?a=#', 'a control character or `#`'],
    ['http://app.com#@evil.test/', 'a control character or `#`'],
    ['/auth\0', 'a control character or `#`'],
    ['/\tauth', 'a control character or `#`'],
    ['/auth?a=\n', 'a control character or `#`'],
    ['/a b', 'a control character or `#`'],
    ['/auth\u2028', 'a control character or `#`'],
    ['/.', 'a segment `.` or `..`'],
    ['/../auth', 'a segment `.` or `..`'],
    ['/auth/..', 'a segment `.` or `..`'],
    ['/auth/./signin', 'a segment `.` or `..`'],
    ['/%2e/auth', 'a segment `.` or `..`'],
    ['/x/%2E%2e/auth', 'a segment `.` or `..`'],
    ['/x/.%2e/auth', 'a segment `.` or `..`'],
    ['/x/%2E./auth?a=1', 'a segment `.` or `..`'],
  ])('refuses %j with the message "found %s"', (target, found) => {
    expect(() => parseRequestTarget(target, HOST)).toThrow(InvalidRequest);
    expect(() => parseRequestTarget(target, HOST)).toThrow(`found ${found}`);
  });

  it('refuses an absolute URL if the request has no Host header', () => {
    expect(() => parseRequestTarget('http://app.com/auth', undefined)).toThrow('host differs');
    expect(() => parseRequestTarget('http:///auth', undefined)).toThrow('host differs');
  });

  it.each(['/..%5cx/auth/signin/email', '/a%2f..%2fauth', '/%5C%2e%2E/auth', '/x%2F..'])(
    'refuses a segment of dots beside an encoded slash, which a router may decode: %s (HO8)',
    (target) => {
      expect(() => parseRequestTarget(target, 'app.example')).toThrow('a segment `.` or `..`');
    },
  );
});
