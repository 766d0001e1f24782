import { problemsOf } from '../../../../../test/support/problems-of.js';

describe('limits', () => {
  it.each([
    [undefined],
    [false],
    [{}],
    [{ credentials: { sameNetwork: 1, network: 2, identifier: 3, window: 60, longestWait: 5 } }],
    [{ store: { defineCommand: () => undefined, multi: () => undefined } }],
  ])('may be %j', (limits) => {
    expect(problemsOf({ limits })).toEqual([]);
  });

  it.each([
    ['limits: expected false or an object', true],
    ['limits.mails: there is no such option; did you mean `limits.emails`?', { mails: {} }],
    ['limits.emails.perHour: there is no such option', { emails: { perHour: 5 } }],
    ['limits.emails.network: expected a whole number, 1 or more', { emails: { network: 0 } }],
    ['limits.tokens.window: expected whole seconds', { tokens: { window: '60' } }],
    ['limits.address: expected a function', { address: 'ip' }],
    ['limits.store: expected a client of `ioredis` or `redis`', { store: { get: 1 } }],
  ])('is reported as: %s', (problem, limits) => {
    expect(problemsOf({ limits })).toEqual([expect.stringContaining(problem) as unknown]);
  });
});
