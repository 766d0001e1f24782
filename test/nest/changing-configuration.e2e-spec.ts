import type { AuthConfig } from '@authnest/core';
import { credentials, JANE, platforms, SECRET, TestApp } from '../support/test-app.js';

describe.each(platforms())(
  'a configuration function that changes one object, on %s',
  (platform) => {
    it('lets no session of one tenant in at another (RQ12)', async () => {
      const config: AuthConfig = { secret: SECRET, trustHost: true, providers: [credentials()] };
      const app = await TestApp.start({
        platform,
        input: (request: { headers: Record<string, string> }) =>
          Object.assign(config, { tenant: request.headers['x-tenant'] }),
      });
      const acme = app.client({ 'x-tenant': 'acme' });
      await acme.signIn('credentials', JANE);
      const globex = app.client({ 'x-tenant': 'globex' });
      for (const [name, value] of acme.cookies) globex.cookies.set(name, value);

      expect(await acme.session()).not.toBeNull();
      expect(await globex.session()).toBeNull();
      expect(await acme.session()).not.toBeNull();
      await app.close();
    });
  },
);
