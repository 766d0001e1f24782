import { ServiceUnavailableException, UnauthorizedException } from '@nestjs/common';
import { AdapterError, CallbackRouteError, Timeout } from '../errors/internal.errors.js';
import { CredentialsSignin } from '../errors/sign-in.errors.js';
import { wasChecked } from './was-checked.js';

const within = (err: Error) => new CallbackRouteError('authorize failed', { err });

describe('an attempt that failed', () => {
  it.each([
    ['a store', new AdapterError('getUser failed')],
    ['a time-out', new Timeout('authorize')],
    ['a time-out of authorize', within(new Timeout('authorize'))],
    ['a store below others', within(within(new AdapterError('getUser failed')))],
    ['a 503 of authorize', new CredentialsSignin({ err: new ServiceUnavailableException() })],
  ])('was not checked: %s (AT7)', (_, thrown) => {
    expect(wasChecked(thrown)).toBe(false);
  });

  it.each([
    ['a wrong password', new CredentialsSignin()],
    ['a 401 of authorize', new CredentialsSignin({ err: new UnauthorizedException() })],
    ['any error of authorize', within(new Error('wrong password'))],
    ['no error', 'thrown'],
  ])('was checked: %s (AT7)', (_, thrown) => {
    expect(wasChecked(thrown)).toBe(true);
  });
});
