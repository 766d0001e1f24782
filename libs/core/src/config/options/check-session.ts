import type { OptionalColumn } from '../../adapter/adapter-rows.js';
import type { Adapter } from '../../adapter/adapter.port.js';
import { AuthError } from '../../errors/auth.error.js';
import { MissingAdapterMethods } from '../../errors/configuration.errors.js';
import { isSessionToken } from '../../model/is-session-token.js';
import { LONGEST_COOKIE, tooLong } from './longest-cookie.js';
import { bool, checkNames, checkValues, oneOf } from './option-test.js';
import type { SessionOptions } from './session.js';
import { usesDatabase } from './uses-database.js';
import { REGISTRY_METHODS, registryOf } from './session-revocations.js';

interface Configured {
  readonly adapter?: Adapter;
  readonly session?: SessionOptions;
}

/** Checks how options for sessions go together. */
export function* checkSession(config: Configured): Iterable<AuthError> {
  yield* checkStrategy(config);
  yield* checkSessionLife(config);
  yield* checkKeptSessions(config);
}

/** Checks options that only one strategy supports. */
function* checkStrategy(config: Configured): Iterable<AuthError> {
  const { adapter, session = {} } = config;
  if (usesDatabase(config)) {
    if (session.absoluteMaxAge !== undefined && !adapter?.columns?.includes('sessions.createdAt')) {
      yield new AuthError(
        'session.absoluteMaxAge: needs an adapter that stores `sessions.createdAt` and lists it in `columns`',
      );
    }
    if (session.revocation) {
      yield new AuthError(
        'session.revocation: is for stateless sessions; a database session ends when its row is deleted',
      );
    }
    yield* checkGenerator(session);
    return;
  }
  if (session.tokenAtRest === 'hashed') {
    yield new AuthError(
      "session.tokenAtRest: 'hashed' is for database sessions; stateless sessions are not stored",
    );
  }
  const { revocation } = session;
  if (
    revocation &&
    (typeof revocation.revoke !== 'function' || typeof revocation.isRevoked !== 'function')
  ) {
    yield new AuthError('session.revocation: needs the methods `revoke` and `isRevoked`');
  }
}

/**
 * Calls the generator twice, since one result does not show whether every call returns the same.
 * @see docs/design/security-bar.md D21
 */
function* checkGenerator(session: SessionOptions): Iterable<AuthError> {
  if (typeof session.generateSessionToken !== 'function' || returnsTokens(session)) return;
  yield new AuthError(
    'session.generateSessionToken: must return a string of 22 to 512 characters with at least 128 random bits, a different one at each call',
  );
}

function returnsTokens(session: SessionOptions): boolean {
  try {
    const [one, other] = [session.generateSessionToken?.(), session.generateSessionToken?.()];
    return isSessionToken(one) && isSessionToken(other) && one !== other;
  } catch {
    return false;
  }
}

function* checkSessionLife({ session }: Configured): Iterable<AuthError> {
  const { maxAge, updateAge, absoluteMaxAge } = session ?? {};
  if ((maxAge ?? 0) > LONGEST_COOKIE) yield tooLong('session.maxAge');
  if (isAbove(updateAge, maxAge ?? DEFAULT_MAX_AGE)) {
    yield new AuthError(
      'session.updateAge: must be at most `session.maxAge`, or a session in use would end before it is extended',
    );
  }
  if (isAbove(maxAge, absoluteMaxAge)) {
    yield new AuthError(
      'session.absoluteMaxAge: must be at least `session.maxAge`, since no session lives longer; lower `session.maxAge` to it',
    );
  }
}

/** The default of `session.maxAge`, in seconds. */
const DEFAULT_MAX_AGE = 30 * 24 * 60 * 60;

function isAbove(one: number | undefined, other: number | undefined): boolean {
  return one !== undefined && other !== undefined && one > other;
}

const DEVICE = { address: oneOf('full', 'network', 'off'), userAgent: bool };

/** Checks options that need stored sessions: columns of the adapter, or a registry. */
function* checkKeptSessions(config: Configured): Iterable<AuthError> {
  const { adapter, session = {} } = config;
  if (session.device) {
    yield* checkNames('session.device.', session.device, DEVICE);
    yield* checkValues('session.device.', session.device, DEVICE);
  }
  if (session.whenFull !== undefined && session.maxPerUser === undefined) {
    yield new AuthError('session.whenFull: needs `session.maxPerUser`');
  }
  yield* usesDatabase(config) ? checkColumns(session, adapter) : checkRegistry(session);
}

function* checkColumns(session: SessionOptions, adapter?: Adapter): Iterable<AuthError> {
  for (const [option, column] of columnsFor(session)) {
    if (adapter?.columns?.includes(column)) continue;
    yield new AuthError(
      `${option}: needs an adapter that stores \`${column}\` and lists it in \`columns\``,
    );
  }
  if (session.maxPerUser === undefined) return;
  const missing = (['listSessionsByUserId', 'deleteSessionsByUserId'] as const).filter(
    (operation) => typeof adapter?.[operation] !== 'function',
  );
  if (missing.length > 0) {
    yield new MissingAdapterMethods(
      `adapter: lacks ${missing.join(', ')}, which \`session.maxPerUser\` needs`,
    );
  }
}

/** Lists the columns that options need if they are set; defaults use the columns that exist. */
function columnsFor(session: SessionOptions): [option: string, column: OptionalColumn][] {
  const { device, lastUsed, maxPerUser } = session;
  const { address = 'off', userAgent = false } = device || {};
  const needed: [boolean, string, OptionalColumn][] = [
    [address !== 'off', 'session.device.address', 'sessions.address'],
    [userAgent, 'session.device.userAgent', 'sessions.userAgent'],
    [lastUsed !== undefined, 'session.lastUsed', 'sessions.lastUsedAt'],
    // Needed to find the oldest session.
    [maxPerUser !== undefined, 'session.maxPerUser', 'sessions.createdAt'],
  ];
  return needed.flatMap(([is, option, column]) => (is ? [[option, column]] : []));
}

function* checkRegistry(session: SessionOptions): Iterable<AuthError> {
  if (session.lastUsed !== undefined) {
    yield new AuthError(
      'session.lastUsed: is for database sessions; the last use of a stateless session is recorded at each re-issue',
    );
  }
  if (registryOf(session.revocation)) return;
  const needing = (['device', 'maxPerUser'] as const).filter((option) => session[option]);
  for (const option of needing) {
    yield new AuthError(
      `session.${option}: stateless sessions need a \`session.revocation\` with ${REGISTRY_METHODS.join(', ')}, such as TypeOrmSessionRegistry`,
    );
  }
}
