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

  it('does not parse a megabyte, which takes quadratic time (H06)', () => {
    const long = `https://${'\u0300\u0323'.repeat(100_000)}.example/`;
    const before = process.cpuUsage();

    expect(check(OUTSIDE, long)).toThrow('token_endpoint');
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });
});
