import { redirectError, refusalError } from './refusal.js';

describe('the error of a refusal', () => {
  it.each([
    ['a refusal', () => refusalError('unauthenticated')],
    ['a redirect', redirectError],
  ])('has no stack trace, but later errors have one: %s', (_, create) => {
    const before = Error.stackTraceLimit;

    expect(create().stack).not.toContain('    at ');

    expect(Error.stackTraceLimit).toBe(before);
    expect(new Error('later').stack).toContain('    at ');
  });
});
