import type { CookieDefinition } from '../cookies/cookie-definition.js';
import type { CookieOccurrence } from '../cookies/request-cookies.js';
import type { SessionContext } from '../exchange/session-context.js';
import { chunkNames, inChunks } from './cookie-chunks.js';

/** One complete value, and the cookies that contain it. */
export interface SessionCookieForm {
  readonly value: string;
  readonly names: readonly string[];
  /** Whether it is a single cookie whose name has no suffix. */
  readonly isWhole: boolean;
}

/** The session cookies in a request. */
export interface PresentedSession {
  /**
   * The whole cookie and the one in parts, if present. If the whole cookie was sent several times,
   * each of its values; empty if a part was.
   */
  readonly forms: readonly SessionCookieForm[];
  /** Whether a name was sent more than once. */
  readonly isRepeated: boolean;
  /** The names of all cookies that were found. */
  readonly names: readonly string[];
}

const NOTHING: PresentedSession = { forms: [], names: [], isRepeated: false };
/** Most values under one name that are looked at: one, one of a neighbour, and a former one. */
const MOST_VALUES = 3;

/**
 * Collects the session cookie: whole, or in parts numbered without a gap. If a name was sent twice,
 * one of the cookies belongs to a neighbouring host or a former configuration, or was planted. It
 * counts only if no other value is a session, too, of somebody else.
 * @see docs/design/wire-contract.md 3.3; docs/design/security-bar.md D11, D12, RP3, RP4
 */
export function findSessionCookie(ctx: SessionContext): PresentedSession {
  // Checked first: the name depends on the protocol, which the platform has to determine.
  if (ctx.cookies.isEmpty) return NOTHING;
  const { name } = ctx.cookieDefinitions.sessionToken;
  return formsOf(ctx.cookies.find(name), name);
}

/** Joins the parts of a cookie. @param all - every cookie that was found for `name` */
export function formsOf(all: readonly CookieOccurrence[], name: string): PresentedSession {
  const found = all.filter(({ value }) => value !== '');
  const [only, another] = found;
  if (!only) return NOTHING;
  // The usual case: one whole cookie.
  if (!another && only.suffix === '') {
    const names = [name];
    return { forms: [{ value: only.value, names, isWhole: true }], names, isRepeated: false };
  }
  const values = new Map(found.map(({ suffix, value }) => [suffix, value]));
  const names = [...values.keys()].map((suffix) => name + suffix);
  if (names.length < found.length)
    return { forms: repeatedForms(found, name), names, isRepeated: true };
  const forms = [...wholeForm(values, name), ...partedForm(values, name)];
  return { forms, names, isRepeated: false };
}

/** Values, keyed by the suffix of the cookie's name. */
type Values = ReadonlyMap<string, string>;

function wholeForm(values: Values, name: string): SessionCookieForm[] {
  const value = values.get('');
  return value === undefined ? [] : [{ value, names: [name], isWhole: true }];
}

/** Returns the values of a whole cookie that was sent several times; none if there are parts. */
function repeatedForms(found: readonly CookieOccurrence[], name: string): SessionCookieForm[] {
  const isOfWhole = found.every(({ suffix }) => suffix === '') && found.length <= MOST_VALUES;
  if (!isOfWhole) return [];
  return found.map(({ value }) => ({ value, names: [name], isWhole: true }));
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
 * Sets the session cookie, in parts if it is too large for one cookie, and clears all other session
 * cookies in the request.
 * @throws {RangeError} if the value does not fit into the session cookies
 */
export function writeSessionCookie(ctx: SessionContext, value: string, expires: Date): void {
  const definition = ctx.cookieDefinitions.sessionToken;
  const chunks = inChunks(definition.name, value);
  clearOthers(ctx, definition, new Set(chunks.keys()));
  for (const [name, chunk] of chunks) ctx.cookies.set({ ...definition, name }, chunk, { expires });
}

/** Clears all session cookies in the request. */
export function clearSessionCookie(ctx: SessionContext): void {
  clearOthers(ctx, ctx.cookieDefinitions.sessionToken, new Set());
}

/**
 * Clears the session cookies in the request, except those in `kept`. Names that a session can have
 * are cleared first; of all other names, which were planted, only a few dozen are cleared.
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

/** Suffixes that a session cookie can have: none, or the number of a part. */
const OURS = /^(?:\.\d)?$/;
