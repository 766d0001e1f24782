import type { JwtParams } from '@authnest/core';
import { MapRegistry } from '../support/map-registry.js';
import { JANE, platforms, TestApp } from '../support/test-app.js';

class Failing extends MapRegistry {
  isDown = false;
  override revoke(...[entry]: Parameters<MapRegistry['revoke']>) {
    if (this.isDown) throw new Error('the registry is down');
    return super.revoke(entry);
  }
}

describe.each(platforms())('a sign-in that fails at its last step, on %s', (platform) => {
  it.each([
    ['a smaller session', 5000, 0],
    ['a session of the same size', 5000, 5000],
  ])('leaves the session of the browser as it was, with %s (BT18)', async (_, before, after) => {
    const registry = new Failing();
    let size = before;
    const app = await TestApp.start({
      platform,
      config: {
        session: { strategy: 'jwt', revocation: registry },
        callbacks: {
          jwt: ({ token, user }: JwtParams) =>
            user ? { ...token, filler: 'x'.repeat(size) } : token,
        },
      },
    });
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    expect(await browser.session()).not.toBeNull();
    size = after;
    registry.isDown = true;
    const { location } = await browser.signIn('credentials', JANE);
    registry.isDown = false;
    const session = await browser.session();
    await app.close();

    expect(location).toContain('error=');
    expect(session).not.toBeNull();
  });
});
