import { AuthError, type AuthErrorCause } from '../errors/auth.error.js';
import { redact } from './redact.js';

/**
 * A copy of an error that holds nothing but type, message and stack: what drivers and HTTP clients
 * hang on their errors (parameters, headers, bodies) stays behind.
 * @see security bar I02
 */
export function printableError(error: Error, depth = 0): Error {
  const copy = Object.create(Object.getPrototypeOf(error) as object) as Error;
  define(copy, 'name', error.name);
  define(copy, 'message', lines(error.message));
  define(copy, 'stack', `${error.name}: ${copy.message}\n${frames(error)}`);
  if (error instanceof AuthError) {
    Object.assign(copy, { type: error.type, page: error.page, clientSafe: error.clientSafe });
  }
  const cause: unknown = error.cause;
  if (depth < 5 && cause instanceof Error) define(copy, 'cause', printableError(cause, depth + 1));
  else if (depth < 5 && error instanceof AuthError && error.cause) {
    copy.cause = printableCause(error.cause, depth + 1);
  }
  return copy;
}

function printableCause({ err, ...details }: AuthErrorCause, depth: number): AuthErrorCause {
  const plain = Object.entries(details).filter(([, value]) => isPlain(value));
  return {
    ...(err instanceof Error ? { err: printableError(err, depth) } : {}),
    ...Object.fromEntries(
      plain.map(([key, value]) => [key, typeof value === 'string' ? redact(value) : value]),
    ),
  };
}

function isPlain(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** Our own messages may have several lines, such as the list of problems at start. */
function lines(message: string): string {
  return message.split('\n').slice(0, 50).map(redact).join('\n');
}

function frames({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}

function define(target: Error, key: 'name' | 'message' | 'stack' | 'cause', value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, configurable: true });
}
