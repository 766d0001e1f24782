import { type ExecutionContext, HttpException } from '@nestjs/common';
import { AuthError } from '../errors/auth.error.js';
import { AdapterError, Timeout } from '../errors/internal.errors.js';
import { toError } from '../errors/to-error.js';
import { logFault } from '../logging/log-fault.js';
import { callUser } from '../model/call-user.js';
import type { MaybePromise } from '../model/maybe-promise.js';
import type { Session } from '../model/session.js';
import type { User } from '../model/user.js';
import type { SessionContext } from '../request/context/session-context.js';
import { freshUntil } from '../session/token/freshness.js';
import { type FreshPage, reauthenticateLocation } from '../sign-in/reauthenticate-location.js';
import type { Refusal } from '../errors/refusal.js';
import type { Rule } from './rules.js';

/** A signed-in caller of a handler. */
interface Caller {
  readonly session: Session & { user: User };
  readonly context: ExecutionContext;
  /** The AuthService of the guard, for what is logged once. */
  readonly auth: object;
  /** Whether the session is not over: a stateless one may be, until it is renewed. */
  isThere(ctx: SessionContext): Promise<boolean>;
}

/**
 * Returns why the rules of a handler refuse a user: a page to send the user to if the session is not
 * fresh; undefined if they admit the user. A function of
 * the application that fails is logged; an `HttpException` of it becomes the response.
 */
export async function judge(
  ctx: SessionContext,
  rules: readonly Rule[],
  caller: Caller,
): Promise<Refusal | HttpException | FreshPage | undefined> {
  try {
    for (const rule of rules) {
      if (rule.kind === 'fresh') {
        const isFresh = freshUntil(caller.session, rule.maxAge) > Date.now();
        if (isFresh && (await caller.isThere(ctx))) continue;
        return reauthenticateLocation(ctx, rule.maxAge);
      }
      if (!(await fulfils(ctx, rule, caller))) return 'forbidden';
    }
    return undefined;
  } catch (thrown) {
    if (thrown instanceof HttpException) return thrown;
    logFault(ctx.logger, toError(thrown));
    const isDown = thrown instanceof Timeout || thrown instanceof AdapterError;
    return isDown ? 'unavailable' : 'forbidden';
  }
}

async function fulfils(
  ctx: SessionContext,
  rule: Exclude<Rule, { kind: 'fresh' }>,
  caller: Caller,
): Promise<boolean> {
  if (rule.kind === 'roles') {
    const roles = await rolesOf(ctx, caller);
    const isOneOfThem = rule.anyOf.some((name) => roles.includes(name));
    if (!isOneOfThem) warnWithoutRoles(ctx, caller);
    return isOneOfThem;
  }
  const { session, context } = caller;
  // Only `true`: a function that forgets to return, or returns an object, admits nobody.
  return (
    (await callUser<unknown>(ctx.config, '@Authorize', () => rule.by(session, context))) === true
  );
}

/** @throws {AuthError} if the option `roles` does not return a list: a string contains others */
async function rolesOf(
  { config }: SessionContext,
  { session }: Caller,
): Promise<readonly unknown[]> {
  const { roles = rolesOfUser } = config;
  const found = await callUser<unknown>(config, 'roles', () => roles(session.user, session));
  if (!Array.isArray(found))
    throw new AuthError(`roles: expected a list of strings; got ${typeof found}`);
  return found as readonly unknown[];
}

/** What a user may have as roles, if the option `roles` is not set. */
interface WithRoles {
  readonly roles?: readonly string[] | null;
  readonly role?: string;
}

function rolesOfUser(user: User): MaybePromise<readonly string[]> {
  const { roles, role } = user as WithRoles;
  return roles ?? (role === undefined ? [] : [role]);
}

/** The AuthServices that have logged a user without any role. */
const warned = new WeakSet<object>();

/** A column that no session shows refuses everybody, which looks like a user who lacks the role. */
function warnWithoutRoles({ config, logger }: SessionContext, { session, auth }: Caller): void {
  const { roles, role } = session.user as WithRoles;
  if (config.roles || roles !== undefined || role !== undefined) return;
  if (warned.has(auth)) return;
  warned.add(auth);
  logger.warn('user-without-roles');
}
