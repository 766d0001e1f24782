import type { AdapterOperation } from '../../adapter/adapter.port.js';
import { AuthError } from '../../errors/auth.error.js';
import { MissingAdapter, MissingAdapterMethods } from '../../errors/configuration.errors.js';
import type { AuthConfig } from '../options/auth-config.js';
import { usesDatabase } from '../options/uses-database.js';
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
