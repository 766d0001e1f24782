import { HttpException } from '@nestjs/common';
import { AuthError } from './auth.error.js';

/**
 * An `HttpException` of a callback as it was, and any other error as it is.
 * @see docs/design/decisions.md 18
 */
export function asThrown(thrown: unknown): unknown {
  const err = thrown instanceof AuthError ? thrown.cause?.err : undefined;
  return err instanceof HttpException ? err : thrown;
}
