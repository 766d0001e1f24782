import { HttpException } from '@nestjs/common';
import { AdapterError, Timeout } from '../errors/internal.errors.js';
import { RateLimited } from '../errors/sign-in.errors.js';

const SERVER_ERROR = 500;

/**
 * Whether an attempt that failed was checked: not if a store failed, something took too long, or
 * `authorize` threw an `HttpException` with a status of 500 or more. Any other error of `authorize`
 * counts as checked, since many applications throw one for a wrong password.
 */
export function wasChecked(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return true;
  if (thrown instanceof AdapterError || thrown instanceof Timeout) return false;
  // `authorize` refused to check it.
  if (thrown instanceof RateLimited) return false;
  if (thrown instanceof HttpException) return thrown.getStatus() < SERVER_ERROR;
  // The cause of an error of ours.
  const { cause } = thrown;
  return typeof cause === 'object' && cause !== null && 'err' in cause
    ? wasChecked(cause.err)
    : true;
}
