import { Credentials } from '@authnest/core';
import { platforms, TestApp } from '../support/test-app.js';

interface Team {
  name: string;
  members: object[];
}

describe.each(platforms())('a user of authorize who is part of a cycle, on %s', (platform) => {
  it.each([false, true])('signs in, with a listener: %s (BT7)', async (isHeard) => {
    const app = await TestApp.start({
      platform,
      config: {
        providers: [
          Credentials({
            credentials: { name: {}, password: { type: 'password' } },
            authorize: () => {
              const team: Team = { name: 'A', members: [] };
              const user = { id: '1', name: 'Jane', team };
              team.members.push(user);
              return user;
            },
          }),
        ],
        ...(isHeard && { events: { signIn: () => undefined } }),
      },
    });
    const browser = app.client();
    const { location } = await browser.signIn('credentials', { name: 'jane', password: 'x' });
    const session = await browser.session();
    await app.close();

    expect(location).not.toContain('error=');
    expect(session?.user?.name).toBe('Jane');
  });
});
