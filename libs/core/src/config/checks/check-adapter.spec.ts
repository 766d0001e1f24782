import { MemoryAdapter } from '@authnest/testing';
import { problemsOf } from '../../../../../test/support/problems-of.js';
import type { Adapter, AdapterOperation } from '../../adapter/adapter.port.js';

const ACCOUNTS = [
  'createUser',
  'getUser',
  'getUserByEmail',
  'getUserByAccount',
  'updateUser',
  'linkAccount',
] as const;
const SESSIONS = ['createSession', 'getSessionAndUser', 'updateSession', 'deleteSession'] as const;

/** Returns a memory adapter without one operation. */
function without(missing: AdapterOperation): Adapter {
  const adapter = new MemoryAdapter();
  Object.defineProperty(adapter, missing, { value: undefined });
  return adapter;
}

describe('the adapter', () => {
  it('may be a class instance with its methods on the prototype', () => {
    expect(problemsOf({ adapter: new MemoryAdapter() })).toEqual([]);
  });

  it("is required with strategy 'database'", () => {
    expect(problemsOf({ session: { strategy: 'database' } })).toEqual([
      "MissingAdapter: adapter: is required for `session.strategy: 'database'`",
    ]);
  });

  it.each([...ACCOUNTS, ...SESSIONS])('needs %s with database sessions', (operation) => {
    expect(problemsOf({ adapter: without(operation) })).toEqual([
      `MissingAdapterMethods: adapter: lacks ${operation}, which this configuration needs`,
    ]);
  });

  it.each(SESSIONS)('does not need %s with stateless sessions', (operation) => {
    expect(problemsOf({ adapter: without(operation), session: { strategy: 'jwt' } })).toEqual([]);
  });

  it.each(ACCOUNTS)('needs %s with stateless sessions too', (operation) => {
    const problems = problemsOf({ adapter: without(operation), session: { strategy: 'jwt' } });

    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(operation);
  });

  it.each(['listSessionsByUserId', 'deleteSessionsByUserId'] as const)(
    'needs %s to limit the sessions of a user',
    (operation) => {
      const adapter = without(operation);

      expect(problemsOf({ adapter })).toEqual([]);
      expect(problemsOf({ adapter, session: { maxPerUser: 1 } })).toEqual([
        `MissingAdapterMethods: adapter: lacks ${operation}, which \`session.maxPerUser\` needs`,
      ]);
    },
  );

  it('is reported once, with everything that it lacks', () => {
    const [problem, ...more] = problemsOf({ adapter: {} });

    expect(more).toEqual([]);
    for (const operation of [...ACCOUNTS, ...SESSIONS]) expect(problem).toContain(operation);
  });
});

describe('back-channel logout', () => {
  const provider = {
    id: 'idp',
    name: 'Example',
    type: 'oidc',
    issuer: 'https://idp.example',
    clientId: 'web',
    clientSecret: 'the client secret',
  };
  const on = { providers: [{ ...provider, backchannelLogout: true }] };
  const jwt = { strategy: 'jwt' };

  it.each([
    ['with database sessions', { ...on, adapter: new MemoryAdapter() }],
    ['with stateless sessions', { ...on, adapter: new MemoryAdapter(), session: jwt }],
    ['that is off', { providers: [{ ...provider, backchannelLogout: false }] }],
  ])('is accepted %s', (_, changes) => {
    expect(problemsOf(changes)).toEqual([]);
  });

  it.each(['markEnded', 'endedBefore', 'deleteSessionsByProvider'] as const)(
    'needs %s with database sessions',
    (operation) => {
      expect(problemsOf({ ...on, adapter: without(operation) })).toEqual([
        `MissingAdapterMethods: backchannelLogout: needs an adapter with ${operation}`,
      ]);
    },
  );

  it.each(['markEnded', 'endedBefore'] as const)(
    'needs %s with stateless sessions, of the adapter or the registry',
    (operation) => {
      const adapter = without(operation);
      const revocation = { revoke: () => undefined, isRevoked: () => false };
      const registry = { ...revocation, [operation]: () => null };

      expect(problemsOf({ ...on, adapter, session: { ...jwt, revocation } })).toEqual([
        `MissingAdapterMethods: backchannelLogout: needs an adapter with ${operation}`,
      ]);
      expect(problemsOf({ ...on, adapter, session: { ...jwt, revocation: registry } })).toEqual([]);
    },
  );

  it('does not need deleteSessionsByProvider with stateless sessions', () => {
    const adapter = without('deleteSessionsByProvider');

    expect(problemsOf({ ...on, adapter, session: jwt })).toEqual([]);
  });

  it('needs the column of the session at the provider with database sessions', () => {
    const adapter = new MemoryAdapter({ columns: [] });

    expect(problemsOf({ ...on, adapter })).toEqual([
      expect.stringContaining('stores `sessions.providerSession`') as unknown,
    ]);
    expect(problemsOf({ ...on, adapter, session: jwt })).toEqual([]);
  });

  it('is noticed in the options of a preset', () => {
    const { providers } = { providers: [{ ...provider, options: { backchannelLogout: true } }] };

    expect(problemsOf({ providers, adapter: without('markEnded') })).toHaveLength(1);
  });
});

describe('options of one strategy', () => {
  const plain = new MemoryAdapter({ columns: [] });
  const revoke = (): void => undefined;
  const revocation = { revoke, isRevoked: () => false };

  it.each([
    [{ session: { absoluteMaxAge: 60 } }],
    [{ session: { absoluteMaxAge: 60 }, adapter: new MemoryAdapter() }],
    [{ session: { tokenAtRest: 'hashed' }, adapter: new MemoryAdapter() }],
    [{ session: { revocation } }],
  ])('are accepted with that strategy: %#', (changes) => {
    expect(problemsOf(changes)).toEqual([]);
  });

  it.each([
    ['session.absoluteMaxAge', { session: { absoluteMaxAge: 60 }, adapter: plain }],
    ['session.revocation', { session: { revocation }, adapter: plain }],
    ['session.tokenAtRest', { session: { tokenAtRest: 'hashed' } }],
    ['session.revocation', { session: { revocation: {} } }],
    ['session.revocation', { session: { revocation: { revoke } } }],
  ])('are refused with the other strategy or an incomplete store: %s, %#', (option, changes) => {
    expect(problemsOf(changes)).toEqual([
      expect.stringContaining(`AuthError: ${option}: `) as unknown,
    ]);
  });
});
