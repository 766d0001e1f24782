import type { AdapterUser } from '../adapter/adapter-rows.js';
import type { SessionParams } from '../options/callbacks.js';
import { AuthError } from '../errors/auth.error.js';
import type { SessionContext } from '../exchange/session-context.js';
import { type MaybePromise, whenReady } from '../model/maybe-promise.js';
import type { Session } from '../model/session.js';
import { asOwnUser } from '../model/own-session-user.js';
import type { User } from '../model/user.js';
import { callUser } from '../model/call-user.js';
import { publicSessionId } from '../session-records/session-summary.js';
import type { Audience } from './session-strategy.port.js';

/** The facts about a valid session, as provided by its strategy. */
export interface SessionFacts {
  /** The stored user, or the user in the token. */
  readonly user: User & { id?: string };
  /** Whether the application found the user in a list of its own. */
  readonly isOwnUser?: boolean;
  /** ISO 8601 in UTC. */
  readonly expires: string;
  /** Identifies the session in its store. */
  readonly key?: string;
  /** Passed to the `session` callback. */
  readonly callback: Partial<Pick<SessionParams, 'token' | 'newSession' | 'trigger'>> & {
    user?: AdapterUser;
  };
}

/**
 * Builds the session for a client or the server, as decided by the `session` callback, if any.
 * @throws whatever the callback throws
 * @see docs/design/decisions.md 20; docs/design/wire-contract.md 9.1
 */
export function viewSession(
  ctx: SessionContext,
  facts: SessionFacts,
  audience: Audience,
): MaybePromise<Session> {
  const callback = ctx.config.callbacks.session;
  if (!callback) return defaultView(facts, audience);
  const { id, name, email, image } = facts.user;
  const session = { user: present({ id, name, email, image }), expires: facts.expires };
  const result = callUser(ctx.config, 'callbacks.session', () =>
    callback({ ...facts.callback, session } as SessionParams),
  );
  return whenReady(result, (shown) => customView(shown, facts, audience));
}

function defaultView(facts: SessionFacts, audience: Audience): Session {
  const { user, expires, key, isOwnUser } = facts;
  if (audience === 'server') {
    return withId({ user: isOwnUser ? asOwnUser(user) : user, expires }, key);
  }
  const { name, email, image } = user;
  return { user: present({ name, email, image }), expires };
}

function customView(result: unknown, facts: SessionFacts, audience: Audience): Session {
  const { user, key, isOwnUser } = facts;
  if (typeof result !== 'object' || result === null || Array.isArray(result)) {
    throw new AuthError('callbacks.session must return a session object');
  }
  const session = result as Session;
  // A callback that omits the user returns a session without one: adding an id would restore it.
  if (audience === 'client' || user.id === undefined || !session.user) return session;
  const shown = { ...session.user, id: user.id };
  return withId({ ...session, user: isOwnUser ? asOwnUser(shown) : shown }, key);
}

/** Computes the id only when it is read, since it requires a hash. */
function withId(session: Session, key: string | undefined): Session {
  if (key === undefined || session.id !== undefined) return session;
  const get = (): string => publicSessionId(key);
  return Object.defineProperty(session, 'id', { get, enumerable: true, configurable: true });
}

/** Omits members that are undefined, as JSON does. */
function present({ id, name, email, image }: User): User {
  const user: User = {};
  if (id !== undefined) user.id = id;
  if (name !== undefined) user.name = name;
  if (email !== undefined) user.email = email;
  if (image !== undefined) user.image = image;
  return user;
}
