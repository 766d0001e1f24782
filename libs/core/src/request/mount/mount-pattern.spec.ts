import { mountPattern, movedMount } from './mount-pattern.js';

describe('a mount path', () => {
  it.each([
    ['/auth', '/auth/signin', '/auth'],
    ['/auth', '/auth/', '/auth'],
    ['/auth', '/authx/signin', undefined],
    ['/auth', '/x/auth/signin', undefined],
    ['/auth', '/AUTH/signin', undefined],
    ['/:tenant/auth', '/acme/auth/signin', '/acme/auth'],
    ['/:tenant/auth', '/auth/auth/signin', '/auth/auth'],
    ['/:tenant/auth', '/a%2Fb/auth/signin', '/a%2Fb/auth'],
    ['/:tenant/auth', '//auth/signin', undefined],
    ['/:tenant/auth', '/a/b/auth/signin', undefined],
    ['/:tenant/auth', '/auth/signin', undefined],
    ['/api/v:version/auth', '/api/v2/auth/signin', '/api/v2/auth'],
    ['/api.x/:t/auth', '/apixx/t/auth/signin', undefined],
    ['/:id(^\\d+$)/auth', '/7/auth/signin', '/7/auth'],
    ['/*rest/auth', '/a/b/auth/signin', '/a/b/auth'],
    ['{/:tenant}/auth', '/auth/signin', '/auth'],
    ['{/:tenant}/auth', '/acme/auth/signin', '/acme/auth'],
  ])('%s matched against %s returns %s (N11)', (path, requested, expected) => {
    expect(mountPattern(path).match(requested)).toBe(expected);
  });

  it.each<[string, unknown, string | undefined]>([
    ['/auth', undefined, '/auth'],
    ['/:tenant/auth', { tenant: 'acme', id: '7' }, '/acme/auth'],
    ['/:tenant/auth', { tenant: 'a/b\\#?*:{}ü' }, '/a%2Fb%5C%23%3F*%3A%7B%7D%C3%BC/auth'],
    ['/:a/x/:b/auth', { a: '1', b: '$&' }, '/1/x/%24%26/auth'],
    ['/:tenant/auth', { id: '7' }, undefined],
    ['/:tenant/auth', { tenant: '' }, undefined],
    ['/:tenant/auth', { tenant: ['a', 'b'] }, undefined],
    ['/:constructor/auth', {}, undefined],
    ['/:tenant/auth', undefined, undefined],
    ['/:tenant/auth', null, undefined],
    ['/*rest/auth', { rest: ['a'] }, undefined],
    ['{/:tenant}/auth', { tenant: 'acme' }, undefined],
  ])('%s filled with the route parameters %j returns %s (N11)', (path, params, expected) => {
    expect(mountPattern(path).fill(params)).toBe(expected);
  });
});

describe('the mount path of an endpoint that a global prefix excludes', () => {
  it.each([
    ['/api/auth', '/api', '/auth', '/auth'],
    ['/auth', '/api', '/auth', '/auth'],
    ['/outer/api/auth', '/api', '/auth', '/outer/auth'],
    ['/api/api/auth', '/api', '/api/auth', '/api/auth'],
    ['/api/v1/id/auth', '/api/v1', '/id/auth', '/id/auth'],
    ['/api/acme/auth', '/api', '/:tenant/auth', '/acme/auth'],
    ['/acme/auth', '/:tenant', '/auth', '/auth'],
    ['/a/b/auth', '/*rest', '/auth', '/a/b/auth'],
  ])('derived from %s, with the prefix %s before %s, is %s', (own, prefix, inner, expected) => {
    expect(movedMount(own, { prefix, inner, isExcluded: true })).toBe(expected);
  });
});

describe('the mount path of an endpoint below a global prefix', () => {
  it.each([
    ['/auth', '/api', '/auth', '/api/auth'],
    ['/api/auth', '/api', '/auth', '/api/auth'],
    ['/outer/auth', '/api', '/auth', '/outer/api/auth'],
    ['/api/auth', '/api', '/api/auth', '/api/api/auth'],
    ['/acme/auth', '/api/v1', '/:tenant/auth', '/api/v1/acme/auth'],
    ['/auth', '/:tenant', '/auth', '/auth'],
  ])('derived from %s, with the prefix %s before %s, is %s', (own, prefix, inner, expected) => {
    expect(movedMount(own, { prefix, inner, isExcluded: false })).toBe(expected);
  });
});
