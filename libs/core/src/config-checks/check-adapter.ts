import type { AdapterOperation } from '../adapter/adapter.port.js';
import { AuthError } from '../errors/auth.error.js';
import { MissingAdapter, MissingAdapterMethods } from '../errors/configuration.errors.js';
import type { AuthConfig } from '../options/auth-config.js';
import type { SessionOptions } from '../options/session-options.js';
import { isSessionToken } from '../model/is-session-token.js';
import { isObject } from '../options/option-test.js';

const ACCOUNTS: readonly AdapterOperation[] = [
  'createUser',
  'getUser',
  'getUserByEmail',
  'getUserByAccount',
  'updateUser',
  'linkAccount',
];
/** An account for a mail address is stored if `linkAccount` exists, but never read. */
const MAIL_LINKS: readonly AdapterOperation[] = [
  'createUser',
  'getUser',
  'getUserByEmail',
  'updateUser',
  'createVerificationToken',
  'useVerificationToken',
];
const SESSIONS: readonly AdapterOperation[] = [
  'createSession',
  'getSessionAndUser',
  'updateSession',
  'deleteSession',
];
const END: readonly AdapterOperation[] = ['endAccess'];

/**
 * Requires every operation that this configuration might call.
 * @see docs/design/wire-contract.md CFG-12, CFG-15, 15.41
 */
export function* checkAdapter(config: Partial<AuthConfig>): Iterable<AuthError> {
  yield* checkNotices(config);
  const { adapter, session } = config;
  if (!adapter) {
    if (session?.strategy === 'database') {
      yield new MissingAdapter("adapter: is required for `session.strategy: 'database'`");
    } else if (kindsOf(config).includes('email')) {
      yield new MissingAdapter('adapter: is required for sign-in by email, to store the links');
    }
    return;
  }
  const missing = reachedBy(config).filter((operation) => typeof adapter[operation] !== 'function');
  if (missing.length > 0) {
    yield new MissingAdapterMethods(
      `adapter: lacks ${missing.join(', ')}, which this configuration needs`,
    );
  }
}

function reachedBy(config: Partial<AuthConfig>): AdapterOperation[] {
  const kinds = kindsOf(config);
  const onlyEmail = kinds.length > 0 && kinds.every((kind) => kind === 'email');
  const reached = [
    ...(onlyEmail ? [] : ACCOUNTS),
    ...(kinds.includes('email') ? MAIL_LINKS : []),
    ...(usesDatabase(config) ? SESSIONS : []),
    ...(config.adapter?.columns?.includes('users.accessEndedAt') ? END : []),
  ];
  return [...new Set(reached)];
}

/** Returns the types of the providers, which are not checked yet and may be any value. */
function kindsOf({ providers }: Partial<AuthConfig>): unknown[] {
  if (!Array.isArray(providers)) return [];
  return providers.map((provider: unknown) =>
    isObject(provider) && 'type' in provider ? provider.type : undefined,
  );
}

/** Requires a store that can find or mark sessions if a provider may end them. */
function* checkNotices(config: Partial<AuthConfig>): Iterable<AuthError> {
  if (!takesNotices(config)) return;
  const { adapter, session } = config;
  const marks = (['markEnded', 'endedBefore'] as const).filter(
    (operation) => typeof (session?.revocation?.[operation] ?? adapter?.[operation]) !== 'function',
  );
  const rows = usesDatabase(config) && typeof adapter?.deleteSessionsByProvider !== 'function';
  const missing = [...marks, ...(rows ? ['deleteSessionsByProvider'] : [])];
  if (missing.length > 0) {
    yield new MissingAdapterMethods(
      `backchannelLogout: needs an adapter with ${missing.join(', ')}`,
    );
  } else if (usesDatabase(config) && !adapter?.columns?.includes('sessions.providerSession')) {
    yield new AuthError(
      'backchannelLogout: needs an adapter that stores `sessions.providerSession` and lists it in `columns`',
    );
  }
}

function takesNotices({ providers }: Partial<AuthConfig>): boolean {
  if (!Array.isArray(providers)) return false;
  return providers.some((provider: unknown) => {
    if (!isObject(provider)) return false;
    const { options } = provider as { options?: object };
    const { backchannelLogout } = { ...provider, ...options } as { backchannelLogout?: unknown };
    return backchannelLogout !== undefined && backchannelLogout !== false;
  });
}

/** Checks options that only one strategy supports. */
export function* checkSession(config: Partial<AuthConfig>): Iterable<AuthError> {
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

/** @see docs/design/wire-contract.md 16.2 */
export function usesDatabase({ adapter, session }: Partial<AuthConfig>): boolean {
  return (session?.strategy ?? (adapter ? 'database' : 'jwt')) === 'database';
}
