import { HttpException } from '@nestjs/common';
import { AuthError } from './auth.error.js';

/**
 * Unwraps an `HttpException` that a callback threw; returns any other error unchanged.
 * @see docs/design/decisions.md 18
 */
export function asThrown(thrown: unknown): unknown {
  const err = thrown instanceof AuthError ? thrown.cause?.err : undefined;
  return err instanceof HttpException ? err : thrown;
}
