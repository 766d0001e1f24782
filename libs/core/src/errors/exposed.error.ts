import { AuthError } from './auth.error.js';

/**
 * Base class of errors to which Nest responds as they say if nothing catches them, as to any error
 * with these members.
 */
export abstract class ExposedError extends AuthError {
  /** The status of the response. */
  abstract readonly statusCode: number;
  /** The response has the message: it names what to do, but no user. */
  readonly expose = true;

  get status(): number {
    return this.statusCode;
  }
}
