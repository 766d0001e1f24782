import type { OptionalColumn } from '../adapter/adapter-rows.js';
import type { Adapter } from '../adapter/adapter.port.js';
import { AuthError } from '../errors/auth.error.js';
import { MissingAdapterMethods } from '../errors/configuration.errors.js';
import type { AuthConfig } from '../options/auth-config.js';
import type { SessionOptions } from '../options/session-options.js';
import { usesDatabase } from './check-adapter.js';
import { bool, checkNames, checkValues, oneOf } from '../options/option-test.js';
import { REGISTRY_METHODS, registryOf } from '../options/session-revocations.js';

const DEVICE = { address: oneOf('full', 'network', 'off'), userAgent: bool };

/** Checks options that need stored sessions: columns of the adapter, or a registry. */
export function* checkKeptSessions(config: Partial<AuthConfig>): Iterable<AuthError> {
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
