import { AuthError } from '../errors/auth.error.js';
import { guideOfError } from '../errors/guides-address.js';

/** How far a chain of causes is followed. */
const DEPTH = 5;

/**
 * Describes an error on one line: its type, message, chain of causes and the URL of its guide.
 * @see docs/design/wire-contract.md ERR-2
 */
export function describeError(error: Error): string {
  const type = error instanceof AuthError ? error.type : error.name;
  const parts = [`[${type}] ${error.message}`];
  const details = error instanceof AuthError ? withoutErr(error) : {};
  if (Object.keys(details).length > 0) parts.push(JSON.stringify(details));
  const causes = causesOf(error).map(({ name, message }) => `${name}: ${message}`);
  if (causes.length > 0) parts.push(`cause: ${causes.join(', ')}`);
  if (error instanceof AuthError) parts.push(`(see ${guideOfError(type)})`);
  return parts.join(' ');
}

/**
 * Returns the stack of the first error in the chain, other than an `AuthError`, that has a frame
 * from the application. Undefined if there is none: then the message is enough, and frames from
 * packages would bury it.
 * @see docs/design/wire-contract.md ERR-3
 */
export function usefulStack(error: Error): string | undefined {
  const chain = error instanceof AuthError ? causesOf(error) : [error, ...causesOf(error)];
  return chain.find((cause) => !(cause instanceof AuthError) && isOfApplication(cause))?.stack;
}

function isOfApplication({ stack = '' }: Error): boolean {
  return stack
    .split('\n')
    .some((line) => /^\s+at /.test(line) && !/node_modules|\bnode:|<anonymous>/.test(line));
}

function causesOf(error: Error, depth = 0): readonly Error[] {
  const cause: unknown = error instanceof AuthError ? error.cause?.err : error.cause;
  if (!(cause instanceof Error) || depth === DEPTH) return [];
  return [cause, ...causesOf(cause, depth + 1)];
}

function withoutErr({ cause = {} }: AuthError): Record<string, unknown> {
  const { err: _, ...details } = cause;
  return details;
}
