import { type AuthConfig, AuthError, getSession, type Session } from '@authnest/core';
import { aSession, aUser, MemoryAdapter } from '@authnest/testing';
import { Logger } from '@nestjs/common';
import { LogCollector } from '../support/log-collector.js';
import { credentials, JANE, SECRET } from '../support/test-app.js';
import { WebClient } from '../support/web-client.js';

const config = (overrides: Partial<AuthConfig> = {}): AuthConfig => ({
  secret: SECRET,
  trustHost: true,
  logger: new LogCollector(),
  providers: [credentials()],
  ...overrides,
});

const requestWith = (cookies: Iterable<readonly [string, string]>, init?: RequestInit): Request => {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return new Request('http://app.example/orders', { ...init, headers: { cookie } });
};

async function jane(own: AuthConfig = config()): Promise<Request> {
  const browser = new WebClient(own);
  await browser.signIn('credentials', JANE);
  return requestWith(browser.cookies);
}

describe('getSession(request, config)', () => {
  beforeAll(() => Logger.overrideLogger(false));

  it('returns null if there is no session, whatever cookies the request has', async () => {
    const strange = requestWith([
      ['authjs.session-token', 'ey.nonsense'],
      ['theme', 'dark'],
    ]);

    expect(await getSession(requestWith([]), config())).toBeNull();
    expect(await getSession(strange, config())).toBeNull();
  });

  it('returns the session with the id of the user', async () => {
    expect(await getSession(await jane(), config())).toEqual({
      user: { id: 'id-of-jane', name: 'jane', email: 'jane@example.com', image: undefined },
      expires: expect.any(String) as string,
    });
  });

  it('returns the result of the session callback, with the id of the user', async () => {
    const own = config({
      callbacks: { session: ({ session }) => ({ ...session, user: { name: 'J' }, role: 'admin' }) },
    });

    expect(await getSession(await jane(own), own)).toMatchObject({
      user: { id: 'id-of-jane', name: 'J' },
      role: 'admin',
    });
  });

  it('returns null if the session callback returns no members', async () => {
    for (const empty of [{}, { user: undefined }]) {
      const own = config({ callbacks: { session: () => empty as Session } });

      expect(await getSession(await jane(own), own)).toBeNull();
    }
  });

  it('returns the complete stored user for a database session', async () => {
    const adapter = new MemoryAdapter();
    const user = await adapter.createUser(aUser());
    const { sessionToken } = await adapter.createSession(aSession({ userId: user.id }));

    const session = await getSession(
      requestWith([['authjs.session-token', sessionToken]]),
      config({ adapter }),
    );

    expect(session?.user).toEqual(user);
  });

  it('leaves the body readable for the handler of the request', async () => {
    const request = new Request('http://app.example/orders', { method: 'POST', body: 'an order' });
    await getSession(request, config());

    expect(await request.text()).toBe('an order');
  });

  it('accepts a function that returns the configuration for the request', async () => {
    const request = await jane();
    const lazy = async (given: Request) => config({ secret: given === request ? SECRET : [] });

    expect(await getSession(request, lazy)).toMatchObject({ user: { name: 'jane' } });
  });

  it('returns no session that was sealed with another secret', async () => {
    expect(await getSession(await jane(), config({ secret: `${SECRET}-2` }))).toBeNull();
  });

  it.each([
    ['a faulty configuration', config({ secret: 'short' })],
    ['a function that throws', () => Promise.reject(new Error('no such tenant'))],
    [
      'a callback that fails',
      config({
        callbacks: {
          session: () => {
            throw new Error('a bug');
          },
        },
      }),
    ],
  ])('throws for %s, and never returns an object (A11)', async (_, faulty) => {
    await expect(getSession(await jane(), faulty)).rejects.toThrow(AuthError);
  });

  it('throws for a store that is down (A11)', async () => {
    const adapter = Object.assign(new MemoryAdapter(), {
      getSessionAndUser: () => Promise.reject(new Error('the store is down')),
    });
    const stored = requestWith([['authjs.session-token', crypto.randomUUID()]]);

    await expect(getSession(stored, config({ adapter }))).rejects.toThrow(AuthError);
  });
});
