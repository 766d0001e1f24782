import { serialize } from 'node:v8';
import { AuthError, type MaybePromise } from '@authnest/core';
import { type ActionContext, callUser } from '@authnest/core/feature';
import { textsOf } from '../texts/texts-of.js';
import { requireSettings } from '../settings.js';

/** What is wrong with one field. */
export interface FieldIssue {
  readonly message: string;
  /** The name of the field comes first; empty if it is about none of them. */
  readonly path: readonly (string | number)[];
}

/** The fields of a registration, as they go to the user, or what is wrong with them. */
export type ParsedFields =
  | { readonly value: Readonly<Record<string, unknown>>; readonly fault?: undefined }
  | { readonly fault: FieldsFault };

/** Why fields are refused. */
export interface FieldsFault {
  readonly code: 'invalid' | 'too_long';
  readonly issues: readonly FieldIssue[];
}

/** What fits into a challenge beside the address and the hash, in bytes. */
const MOST_BYTES = 32_768;

/** In characters, as for the account page. The column of users takes 255. */
const LONGEST_NAME = 200;

/** Returns the fields that `Password` declares. */
export function ownOnly(
  { config }: ActionContext,
  fields: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const names = Object.keys(requireSettings(config).inputs);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
}

/**
 * Applies the schema of the fields. Nothing of the password is passed to it.
 * @param typed - by name, without other names
 * @throws {AuthError} if the schema fails, or returns no object
 */
export async function parseFields(
  ctx: ActionContext,
  typed: Readonly<Record<string, string>>,
): Promise<ParsedFields> {
  const long = longestOf(typed);
  if (long !== undefined) {
    const issues = [{ message: textsOf(ctx).fieldTooLong, path: [long] }];
    return { fault: { code: 'too_long', issues } };
  }
  const { schema } = requireSettings(ctx.config);
  if (!schema) return { value: typed };
  const result = await resultOf(ctx, () => schema['~standard'].validate({ ...typed }));
  if (result.issues) {
    const issues = result.issues.map(({ message, path = [] }) => ({
      message: `${message}`,
      path: path.map(keyOf),
    }));
    return { fault: { code: 'invalid', issues } };
  }
  const { value } = result;
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return { value: value as Record<string, unknown> };
  throw new AuthError('`fields` of `Password`: expected a schema of an object');
}

/** @returns the name, if it is too long; else the longest field if all are too long together */
function longestOf(typed: Readonly<Record<string, string>>): string | undefined {
  if ((typed['name']?.length ?? 0) > LONGEST_NAME) return 'name';
  const sizes = Object.entries(typed).map(
    ([name, value]) => [name, serialize(value).length] as const,
  );
  if (sizes.reduce((sum, [, size]) => sum + size, 0) <= MOST_BYTES) return undefined;
  return sizes.toSorted(([, one], [, other]) => other - one)[0]?.[0];
}

async function resultOf<T>(ctx: ActionContext, validate: () => MaybePromise<T>): Promise<T> {
  try {
    return await callUser(ctx.config, '`fields` of `Password`', validate);
  } catch (thrown) {
    throw new AuthError('`fields` of `Password` failed', { err: thrown as Error });
  }
}

function keyOf(part: PropertyKey | { readonly key: PropertyKey }): string | number {
  const key = typeof part === 'object' ? part.key : part;
  return typeof key === 'number' ? key : String(key);
}
