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

  it.each([
    ['unauthenticated', 401, 'SESSION_REQUIRED'],
    ['forbidden', 403, 'INSUFFICIENT_ROLE'],
    ['unavailable', 503, 'STORE_UNAVAILABLE'],
    ['malformed', 400, 'INVALID_REQUEST'],
    ['unknownTenant', 404, 'NOT_FOUND'],
    ['signInLoop', 500, 'CONFIGURATION'],
  ] as const)('has its status and code, also in the JSON: %s', (refusal, status, errorCode) => {
    const error = refusalError(refusal);

    expect(error.getStatus()).toBe(status);
    expect(error).toMatchObject({ errorCode });
    expect(error.getResponse()).toMatchObject({ statusCode: status, errorCode });
  });
});
