import { assertEndpoints } from './assert-endpoints.js';

const OUTSIDE = 'https://idp.example/.well-known/openid-configuration';
const INSIDE = 'https://10.0.0.7/.well-known/openid-configuration';

const check = (source: string, url: unknown) => () =>
  assertEndpoints({ token_endpoint: url }, source);

describe('assertEndpoints', () => {
  it.each([
    [OUTSIDE, 'https://api.example/token'],
    [INSIDE, 'https://10.0.0.8/token'],
    [INSIDE, 'http://localhost:4000/token'],
  ])('allows metadata at %s to name %s', (source, url) => {
    expect(check(source, url)).not.toThrow();
  });

  it.each([
    [OUTSIDE, 'http://api.example/token'],
    [OUTSIDE, 'http://localhost:4000/token'],
    [OUTSIDE, 'https://10.0.0.8/token'],
    [INSIDE, 'http://10.0.0.8/token'],
    [INSIDE, 'http://api.example/token'],
    [INSIDE, 'ftp://localhost/token'],
    [INSIDE, 7],
  ])('refuses metadata at %s that names %s (A58)', (source, url) => {
    expect(check(source, url)).toThrow('token_endpoint');
  });
});
