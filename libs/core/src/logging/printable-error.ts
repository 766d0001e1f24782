import { AuthError, type AuthErrorCause } from '../errors/auth.error.js';
import { InvalidConfiguration } from '../errors/configuration.errors.js';
import { isErrorCode } from './error-codes.js';
import { redact } from './redact.js';

/**
 * Copies an error with only its type, message, stack, causes and plain details. What drivers and
 * HTTP clients add to their errors (parameters, headers, bodies) is dropped.
 * @see docs/design/security-bar.md I02, I09
 */
export function printableError(error: Error, depth = 0): Error {
  const copy = Object.create(Object.getPrototypeOf(error) as object) as Error;
  const name = redact(`${error.name}`);
  define(copy, 'name', name);
  define(copy, 'message', messageOf(error));
  define(copy, 'stack', `${name}: ${copy.message}\n${frames(error)}`);
  if (error instanceof AuthError) Object.assign(copy, ownMembers(error));
  const cause: unknown = error.cause;
  if (depth < 5 && cause instanceof Error) define(copy, 'cause', printableError(cause, depth + 1));
  else if (depth < 5 && error instanceof AuthError && error.cause) {
    copy.cause = printableCause(error.cause, depth + 1);
  }
  return copy;
}

/** Returns the members of our own classes, and of their subclasses in an application. */
function ownMembers(error: AuthError): Record<string, unknown> {
  const { type, page, clientSafe } = error;
  const more = Object.entries(error).filter(([name]) => name === 'code' || name === 'status');
  return { type, page, clientSafe, ...plainMembers(more) };
}

function printableCause({ err, ...details }: AuthErrorCause, depth: number): AuthErrorCause {
  return {
    ...(err instanceof Error ? { err: printableError(err, depth) } : {}),
    ...plainMembers(Object.entries(details)),
  };
}

function plainMembers(members: readonly [string, unknown][]): Record<string, unknown> {
  const plain = members.filter(([, value]) => PLAIN.has(typeof value));
  return Object.fromEntries(
    plain.map(([key, value]) => [key, typeof value === 'string' ? redact(value) : value]),
  );
}

const PLAIN: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);

/** Only a configuration report has several lines; in other messages they could be forged. */
function messageOf(error: Error): string {
  const message = `${error.message}` || codeOf(error);
  if (!(error instanceof InvalidConfiguration)) return redact(message);
  return message.split('\n').slice(0, 50).map(redact).join('\n');
}

/** Returns the code of an error, such as `ECONNREFUSED`, for errors with no message. */
function codeOf(error: Error): string {
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string' && isErrorCode(code) ? code : '';
}

/** A frame names a position in a file, or one of the places that have none. */
const FRAME =
  /^\s+at .*(?::\d+:\d+\)?|<anonymous>\)?|\((?:native|index \d+)\)|wasm-function\[\d+\]:0x[\da-f]+\)?)$/;

/** Returns the frames. The stack begins with the message, which may have lines that look like them. */
function frames({ stack, message }: Error): string {
  const whole = `${stack}`;
  const at = whole.indexOf(`${message}`);
  return whole
    .slice(at === -1 ? 0 : at + `${message}`.length)
    .split('\n')
    .filter((line) => FRAME.test(line))
    .join('\n');
}

function define(target: Error, key: 'name' | 'message' | 'stack' | 'cause', value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, configurable: true });
}
