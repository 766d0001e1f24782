import type { CookieDefinition } from '../cookies/cookie-definition.js';
import type { SessionContext } from '../exchange/session-context.js';
import { inChunks } from './cookie-chunks.js';
import {
  allFormsOf,
  formsOf,
  NOTHING,
  type PresentedSession,
  type SessionCookieForm,
} from './session-cookie-forms.js';

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

/**
 * Collects every value in a request that may be a session, to end them all: also those that do not
 * count, because others were sent under the same names.
 * @see docs/design/security-bar.md RP3, RP4
 */
export function endableForms(ctx: SessionContext): SessionCookieForm[] {
  if (ctx.cookies.isEmpty) return [];
  const { name } = ctx.cookieDefinitions.sessionToken;
  return allFormsOf(ctx.cookies.find(name), name);
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
