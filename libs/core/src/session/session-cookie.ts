import type { CookieDefinition } from '../cookies/cookie-definition.js';
import type { CookieOccurrence } from '../cookies/read-cookie.js';
import type { SessionContext } from '../exchange/session-context.js';
import { chunkNames, inChunks } from './cookie-chunks.js';

/** One complete value, and the cookies that hold it. */
export interface SessionCookieForm {
  readonly value: string;
  readonly names: readonly string[];
  /** Whether it is one cookie, with the name as it is. */
  readonly isWhole: boolean;
}

/** What the request holds under the name of the session cookie. */
export interface PresentedSession {
  /** The whole cookie, and the one in parts. Empty where a name came twice. */
  readonly forms: readonly SessionCookieForm[];
  /** Every name that was found. */
  readonly names: readonly string[];
}

const NOTHING: PresentedSession = { forms: [], names: [] };

/**
 * Collects the session cookie: whole, or in parts numbered without a gap. A name that comes twice
 * was planted by a neighbouring host, and the genuine one cannot be identified.
 * @see docs/design/wire-contract.md 3.3; docs/design/security-bar.md D11, D12
 */
export function findSessionCookie(ctx: SessionContext): PresentedSession {
  // Checked first: the name depends on the protocol, which the platform has to determine.
  if (ctx.cookies.isEmpty) return NOTHING;
  const { name } = ctx.cookieDefinitions.sessionToken;
  return formsOf(ctx.cookies.find(name), name);
}

/** @param all - every cookie that was found for `name` */
export function formsOf(all: readonly CookieOccurrence[], name: string): PresentedSession {
  const found = all.filter(({ value }) => value !== '');
  const [only, another] = found;
  if (!only) return NOTHING;
  // Nearly every request: one cookie, and it is whole.
  if (!another && only.suffix === '') {
    const names = [name];
    return { forms: [{ value: only.value, names, isWhole: true }], names };
  }
  const values = new Map(found.map(({ suffix, value }) => [suffix, value]));
  const names = [...values.keys()].map((suffix) => name + suffix);
  if (names.length < found.length) return { forms: [], names };
  return { forms: [...wholeForm(values, name), ...partedForm(values, name)], names };
}

/** Values by what follows the name. */
type Values = ReadonlyMap<string, string>;

function wholeForm(values: Values, name: string): SessionCookieForm[] {
  const value = values.get('');
  return value === undefined ? [] : [{ value, names: [name], isWhole: true }];
}

function partedForm(values: Values, name: string): SessionCookieForm[] {
  const parts: string[] = [];
  for (;;) {
    const part = values.get(`.${parts.length}`);
    if (part === undefined) break;
    parts.push(part);
  }
  return parts.length === 0
    ? []
    : [{ value: parts.join(''), names: chunkNames(name, parts.length), isWhole: false }];
}

/**
 * Sets the session cookie, in parts where it is too large, and clears every other part the request
 * came with.
 * @throws {RangeError} when the value is larger than browsers carry
 */
export function writeSessionCookie(ctx: SessionContext, value: string, expires: Date): void {
  const definition = ctx.cookieDefinitions.sessionToken;
  const chunks = inChunks(definition.name, value);
  clearOthers(ctx, definition, new Set(chunks.keys()));
  for (const [name, chunk] of chunks) ctx.cookies.set({ ...definition, name }, chunk, { expires });
}

/** Clears every cookie of the session that the request came with. */
export function clearSessionCookie(ctx: SessionContext): void {
  clearOthers(ctx, ctx.cookieDefinitions.sessionToken, new Set());
}

/**
 * Clears the cookies of the request under the session's name, except those in `kept`. Names that a
 * session can have come first; of other, planted names only a few dozen are cleared.
 */
export function clearOthers(
  ctx: SessionContext,
  definition: CookieDefinition,
  kept: ReadonlySet<string>,
): void {
  const suffixes = [...new Set(ctx.cookies.find(definition.name).map(({ suffix }) => suffix))];
  const ours = suffixes.filter((suffix) => OURS.test(suffix));
  const planted = suffixes.filter((suffix) => !OURS.test(suffix));
  const names = [...ours, ...planted].map((suffix) => definition.name + suffix);
  ctx.cookies.deleteAll(
    definition,
    names.filter((name) => !kept.has(name)),
  );
}

/** The suffix of a session cookie that is read: empty, or the number of a part. */
const OURS = /^(?:\.\d)?$/;
