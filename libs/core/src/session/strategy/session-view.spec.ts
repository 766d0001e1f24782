import { inspect } from 'node:util';
import { aUser } from '@authnest/testing';
import { aContext } from '../../../../../test/support/a-context.js';
import { never, PATIENCE } from '../../../../../test/support/patience.js';
import type { AdapterUser } from '../../adapter/adapter-rows.js';
import type { CallbacksOptions, SessionParams } from '../../config/options/callbacks.js';
import { AuthError } from '../../errors/auth.error.js';
import { publicSessionId } from '../records/session-summary.js';
import { type ValidSession, viewSession } from './session-view.js';

const EXPIRES = '2026-03-10T12:00:00.000Z';
const USER = { ...aUser({ id: 'user-1', name: 'Jane' }), passwordHash: 'canary', role: 'admin' };
const PUBLIC = { name: USER.name, email: USER.email, image: USER.image };
const FACTS: ValidSession = { user: USER, expires: EXPIRES, callback: { user: USER } };

function view(
  audience: 'client' | 'server',
  session?: CallbacksOptions['session'],
  facts: ValidSession = FACTS,
) {
  const callbacks = session ? { session } : {};
  return viewSession(aContext({ config: { callbacks, timeout: PATIENCE } }), facts, audience);
}

describe('viewSession without a session callback', () => {
  it('shows a client only the name, email and image (D22)', async () => {
    expect(await view('client')).toEqual({ user: PUBLIC, expires: EXPIRES });
  });

  it('omits members that the user does not have', async () => {
    const facts = { ...FACTS, user: { name: 'Jane', image: null } };

    expect(Object.keys((await view('client', undefined, facts)).user ?? {})).toEqual([
      'name',
      'image',
    ]);
  });

  it('shows the server the whole user', async () => {
    expect(await view('server')).toEqual({ user: USER, expires: EXPIRES });
  });

  it('shows a session id only to the server, and only if the session has a key (K39)', async () => {
    const kept = { ...FACTS, key: 'stored-token' };
    const id = publicSessionId('stored-token');

    expect(await view('server', undefined, kept)).toEqual({ user: USER, expires: EXPIRES, id });
    expect(Object.keys(await view('client', undefined, kept))).toEqual(['user', 'expires']);
    expect(Object.keys(await view('server'))).toEqual(['user', 'expires']);
    const callback: CallbacksOptions['session'] = ({ session }) => session;
    expect(await view('server', callback, kept)).toMatchObject({ id });
    expect(Object.keys(await view('client', callback, kept))).toEqual(['user', 'expires']);
    expect(await view('server', ({ session }) => ({ ...session, id: 'own' }), kept)).toMatchObject({
      id: 'own',
    });
  });

  it('gives all sessions the same getters, since own ones cost as much as a guard', async () => {
    const proof = () => ({ amr: ['pwd'], authTime: new Date(0) });
    const kept = { ...FACTS, key: 'stored-token', proof };
    const [one, other] = [
      await view('server', undefined, kept),
      await view('server', undefined, { ...kept, key: 'another', proof: () => ({ amr: [] }) }),
    ];
    for (const name of ['amr', 'authTime']) {
      const { get } = Object.getOwnPropertyDescriptor(one, name) ?? {};
      expect(get).toBeInstanceOf(Function);
      expect(Object.getOwnPropertyDescriptor(other, name)?.get).toBe(get);
    }
    expect([one.amr, one.authTime]).toEqual([['pwd'], '1970-01-01T00:00:00.000Z']);
    expect([other.id, other.amr]).toEqual([publicSessionId('another'), []]);
    expect(inspect(one, { showHidden: true, depth: 9 })).not.toContain('stored-token');
  });

  it('returns the session without a promise', () => {
    expect(view('client')).not.toBeInstanceOf(Promise);
  });
});

describe('the session callback', () => {
  it('may change the user in place, as in the guides of Auth.js', async () => {
    const shown = await view('client', ({ session, user }) => {
      session.user.id = `no. ${user.id}`;
      return session;
    });

    expect(shown.user).toEqual({ ...PUBLIC, id: 'no. user-1' });
  });

  it('receives id, name, email and image in the session, and the user separately', async () => {
    const calls: SessionParams[] = [];

    await view('client', (params) => {
      calls.push(params);
      return params.session;
    });

    expect(calls).toEqual([
      { session: { user: { id: 'user-1', ...PUBLIC }, expires: EXPIRES }, user: USER },
    ]);
  });

  it('receives the data of an update', async () => {
    const callback = { token: { sub: '1' }, newSession: { a: 1 }, trigger: 'update' as const };
    const calls: Partial<SessionParams>[] = [];

    await view(
      'client',
      ({ session, ...params }) => {
        calls.push(params);
        return session;
      },
      { ...FACTS, callback },
    );

    expect(calls).toEqual([callback]);
  });

  it('decides what a client sees', async () => {
    const shown = { user: { name: 'J.' }, expires: EXPIRES, role: 'admin' };

    expect(await view('client', () => shown)).toEqual(shown);
    expect(await view('client', async () => shown)).toEqual(shown);
  });

  it('leaks neither a session token nor other columns if it returns its argument', async () => {
    const text = JSON.stringify(await view('client', ({ session }) => session));

    expect(text).not.toMatch(/canary|sessionToken|userId|role/);
  });

  it('also decides what the server sees, to which the user id is added', async () => {
    const result = await view('server', () => ({ user: { name: 'J.' }, expires: EXPIRES }));

    expect(result).toEqual({ user: { name: 'J.', id: 'user-1' }, expires: EXPIRES });
  });

  it('can remove the user from the session, even for the server', async () => {
    expect((await view('server', () => ({ expires: EXPIRES }))).user).toBeUndefined();
  });

  it.each([[undefined], [null], ['text'], [[]], [1], [true]])(
    'makes the read fail if it returns %j (H13)',
    async (result) => {
      const callback = () => result;

      // @ts-expect-error a callback in JavaScript may return anything
      await expect((async () => view('client', callback))()).rejects.toThrow(AuthError);
    },
  );

  it('makes the read fail with the error that it throws (H13)', async () => {
    const error = new Error('of the application');
    const throwing = () => {
      throw error;
    };

    await expect((async () => view('client', throwing))()).rejects.toBe(error);
    await expect((async () => view('client', () => Promise.reject(error)))()).rejects.toBe(error);
  });

  it('makes the read fail if it does not settle in time (H13)', async () => {
    await expect((async () => view('client', never))()).rejects.toThrow(
      `callbacks.session did not respond within ${PATIENCE} s`,
    );
  });

  it('receives a copy of the user, which it may change', async () => {
    const user: AdapterUser = { ...USER };

    await view(
      'client',
      ({ session }) => {
        Object.assign(session.user ?? {}, { name: 'changed' });
        return session;
      },
      { ...FACTS, user },
    );

    expect(user.name).toBe('Jane');
  });
});
