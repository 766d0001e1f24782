import type { AuthConfig } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { GOOD, PasswordApp } from '../support/password-app.js';
import { platforms } from '../support/test-app.js';

const own = (user: object): { banned?: boolean; role?: string } => user;

describe.each(platforms())('callbacks at a sign-in by password, on %s', (platform) => {
  const adapter = new MemoryAdapter();
  let app: PasswordApp;
  let roles: unknown[];

  const callbacks: AuthConfig['callbacks'] = {
    signIn: ({ user }) => !own(user).banned && !user.email?.endsWith('@evil.example'),
    jwt: ({ token, user }) => {
      if (user) roles.push(own(user).role);
      return token;
    },
  };

  beforeAll(async () => {
    app = await PasswordApp.start({
      platform,
      adapter,
      config: { callbacks, session: { strategy: 'jwt' } },
    });
  });
  beforeEach(() => (roles = []));
  afterAll(() => app.close());

  async function marked(columns: object): Promise<string> {
    const email = `${crypto.randomUUID()}@x.example`;
    await app.registered(email);
    roles.length = 0;
    const { id = '' } = (await adapter.getUserByEmail(email)) ?? {};
    await adapter.updateUser({ id, ...columns });
    return email;
  }

  it('refuse somebody by a column of the application (JT10)', async () => {
    const { location } = await app.signIn(await marked({ banned: true }), GOOD);

    expect(location).toContain('error=AccessDenied');
  });

  it('refuse somebody who registers before anything is stored (JT12)', async () => {
    const email = `${crypto.randomUUID()}@evil.example`;

    const browser = await app.registered(email);

    expect(await browser.session()).toBeNull();
    expect(await adapter.getUserByEmail(email)).toBeNull();
  });

  it('put a column of the application into the token', async () => {
    await app.signIn(await marked({ role: 'admin' }), GOOD);

    expect(roles).toEqual(['admin']);
  });
});
