import { ConflictException, HttpException, ServiceUnavailableException } from '@nestjs/common';
import { LogCollector } from '../../../../test/support/log-collector.js';
import { AuthError } from '../errors/auth.error.js';
import { AdapterError, InvalidRequest } from '../errors/internal.errors.js';
import {
  AccessDenied,
  CredentialsSignin,
  EmailSignInError,
  OAuthCallbackError,
} from '../errors/sign-in.errors.js';
import { logFault } from './log-fault.js';

function levelOf(error: Error): 'error' | 'warn' {
  const logger = new LogCollector();
  logFault(logger, error);
  expect(logger.errors).toEqual([error]);
  return logger.alarms.length > 0 ? 'error' : 'warn';
}

const refusal = (code: string): AuthError => new AuthError('refused', { code });

describe('logFault', () => {
  it.each<[string, Error]>([
    ['of a visitor', new InvalidRequest('the body is too large')],
    ['of a callback that refuses', new AccessDenied('no')],
    [
      'of a callback that refuses with a status',
      new AccessDenied('no', { err: new ConflictException() }),
    ],
    ['caused by one of a visitor', new EmailSignInError('no', { err: new InvalidRequest('no') })],
    ['of somebody who cancels', new OAuthCallbackError('no', { err: refusal('access_denied') })],
    ['of a code that was used', new OAuthCallbackError('no', { err: refusal('invalid_grant') })],
  ])('logs a fault %s as a warning (U6)', (_, error) => {
    expect(levelOf(error)).toBe('warn');
  });

  it.each<[string, Error]>([
    ['of the store', new AdapterError('no')],
    ['of a callback that throws', new AccessDenied('no', { err: new TypeError('x') })],
    ['of a callback with 503', new AccessDenied('no', { err: new ServiceUnavailableException() })],
    ['of `authorize` with 500', new CredentialsSignin('no', { err: new HttpException('x', 500) })],
    ['of the mail server', new EmailSignInError('no', { err: new Error('ECONNREFUSED') })],
    ['of the client id', new OAuthCallbackError('no', { err: refusal('invalid_client') })],
    ['of another kind', new Error('x')],
  ])('logs a fault %s as an error', (_, error) => {
    expect(levelOf(error)).toBe('error');
  });
});
