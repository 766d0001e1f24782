import type { AdapterUser } from '../../adapter/adapter-rows.js';
import type { SessionParams } from '../../config/options/callbacks.js';
import { AuthError } from '../../errors/auth.error.js';
import type { SessionContext } from '../../request/context/session-context.js';
import { type MaybePromise, whenReady } from '../../model/maybe-promise.js';
import type { Session } from '../../model/session.js';
import { asOwnUser } from '../../model/own-session-user.js';
import type { User } from '../../model/user.js';
import { callUser } from '../../model/call-user.js';
import { deepCopy } from '../../model/deep-copy.js';
import { publicSessionId } from '../records/session-summary.js';
import type { SessionProof } from '../token/proof-claims.js';
import type { Audience } from './session-strategy.port.js';

/** The facts about a valid session, as provided by its strategy. */
export interface ValidSession {
  /** The stored user, or the user in the token. */
  readonly user: User & { id?: string };
  /** Whether the application found the user in a list of its own. */
  readonly isOwnUser?: boolean;
  /** ISO 8601 in UTC. */
  readonly expires: string;
  /** Identifies the session in its store. */
  readonly key?: string;
  /** Returns the id that may be shown, of the key. */
  readonly id?: (key: string) => string;
  /** Returns how and when the user proved who they are. */
  readonly proof?: () => SessionProof;
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
  facts: ValidSession,
  audience: Audience,
): MaybePromise<Session> {
  ctx.shown = facts;
  const callback = ctx.config.callbacks.session;
  if (!callback) return defaultView(facts, audience);
  const { id, name, email, image } = facts.user;
  const session = { user: present({ id, name, email, image }), expires: facts.expires };
  const stored = facts.callback.user;
  const given = { ...facts.callback, ...(stored && { user: deepCopy(stored) }), session };
  const result = callUser(ctx.config, 'callbacks.session', () => callback(given as SessionParams));
  return whenReady(result, (shown) => customView(shown, facts, audience));
}

function defaultView(facts: ValidSession, audience: Audience): Session {
  const { user, expires, isOwnUser } = facts;
  if (audience === 'server') {
    return onServer({ user: isOwnUser ? asOwnUser(user) : user, expires }, facts);
  }
  const { name, email, image } = user;
  return { user: present({ name, email, image }), expires };
}

function customView(result: unknown, facts: ValidSession, audience: Audience): Session {
  const { user, isOwnUser } = facts;
  if (typeof result !== 'object' || result === null || Array.isArray(result)) {
    throw new AuthError('callbacks.session must return a session object');
  }
  const session = result as Session;
  // A callback that omits the user returns a session without one: adding an id would restore it.
  if (audience === 'client' || user.id === undefined || !session.user) return session;
  const shown = { ...session.user, id: user.id };
  return onServer({ ...session, user: isOwnUser ? asOwnUser(shown) : shown }, facts);
}

/** Adds the id, and what is computed only when it is read. */
function onServer(session: Session, { key, id = publicSessionId, proof }: ValidSession): Session {
  if (key !== undefined && session.id === undefined) session.id = id(key);
  if (!proof) return session;
  new Proven(session, proof);
  // One by one: `defineProperties` takes twice as long, and this is done for each guarded request.
  Object.defineProperty(session, 'amr', AMR);
  Object.defineProperty(session, 'authTime', AUTH_TIME);
  return session;
}

/** Its constructor returns what it is given, to which a class that extends it adds private members. */
class Itself {
  constructor(object: object) {
    return object;
  }
}

/** Adds to a session what no print, copy or comparison sees; any other way takes twice as long. */
class Proven extends Itself {
  readonly #proof: () => SessionProof;

  constructor(session: Session, proof: () => SessionProof) {
    super(session);
    this.#proof = proof;
  }

  static proofOf(session: object): SessionProof | undefined {
    return #proof in session ? session.#proof() : undefined;
  }
}

/**
 * Not enumerable, so that no copy of the session takes it to a client. Shared by all sessions: an
 * object with getters of its own costs as much as the rest of a guard.
 */
const AMR: PropertyDescriptor = {
  get(this: object) {
    return Proven.proofOf(this)?.amr;
  },
  configurable: true,
};

/** As {@link AMR}. */
const AUTH_TIME: PropertyDescriptor = {
  get(this: object) {
    return Proven.proofOf(this)?.authTime?.toISOString();
  },
  configurable: true,
};

/** Omits members that are undefined, as JSON does. */
function present({ id, name, email, image }: User): User {
  const user: User = {};
  if (id !== undefined) user.id = id;
  if (name !== undefined) user.name = name;
  if (email !== undefined) user.email = email;
  if (image !== undefined) user.image = image;
  return user;
}
