import type { Provider } from '@authnest/core';
import { WorkOS } from '@authnest/providers';
import { LIMITS, problemsOfRequest } from '../support/authorization-limits.js';
import { type Preset, presets } from '../support/presets.js';
import { PROVIDER_FACTS } from '../support/provider-facts.js';
import { platforms, TestApp } from '../support/test-app.js';

/** Publishes metadata as an OpenID provider does, also for an issuer that ends with a slash. */
function published(configuredIssuer = ''): typeof fetch {
  return (input) => {
    const { href } = new URL(input instanceof Request ? input.url : input);
    const base = href.replace(/\/\.well-known\/.*$/, '');
    const issuer = configuredIssuer === `${base}/` ? configuredIssuer : base;
    const endpoints = {
      authorization_endpoint: `${base}/authorize`,
      token_endpoint: `${base}/token`,
      jwks_uri: `${base}/jwks`,
    };
    return Promise.resolve(Response.json({ issuer, ...endpoints }));
  };
}

function configured(name: string, preset: Preset): Provider {
  const { issuer } = preset();
  const client = { clientId: 'client-1', clientSecret: 'a-secret-of-at-least-32-characters' };
  const own = issuer === undefined && { issuer: 'https://id.example' };
  const { options } = PROVIDER_FACTS[name] ?? {};
  return preset({ ...own, ...client, ...options, fetch: published(issuer) }) as Provider;
}

it('knows what each of the 93 vendors demands', () => {
  expect(Object.keys(LIMITS).sort()).toEqual(presets.map(([name]) => name).sort());
});

describe.each(platforms())(
  'the authorization request of a ready-made provider on %s',
  (platform) => {
    let app: TestApp;
    beforeAll(async () => {
      const providers = presets.map(([name, preset]) => configured(name, preset));
      const authorizationParams = ['organization'];
      const chosen = WorkOS({
        id: 'chosen',
        clientId: 'c',
        clientSecret: 's',
        authorizationParams,
      });
      app = await TestApp.start({ platform, config: { providers: [...providers, chosen] } });
    });
    afterAll(() => app.close());

    it('has nothing that its vendor would refuse, with any of the 93 (RP1)', async () => {
      const browser = app.client({ host: 'a-long-name-of-a-shop.in-a-long-domain.example' });
      const refused: Record<string, string[]> = {};
      for (const [name, preset] of presets) {
        const { location = '' } = await browser.signIn(preset().id, { callbackUrl: '/home' });
        const problems = problemsOfRequest(name, location);
        if (problems.length > 0) refused[name] = [...problems, location];
      }

      expect(refused).toEqual({});
    });

    it('is not made to WorkOS without a connection, and the log names the options (RP1)', async () => {
      const browser = app.client();

      const chosen = await browser.signIn('chosen', {
        callbackUrl: '/home',
        organization: 'org_1',
      });
      const { location } = await browser.signIn('chosen', { callbackUrl: '/home' });

      expect(chosen.location).toContain('organization=org_1');
      expect(location).toContain('/auth/');
      expect(app.logs.lines.join('\n')).toContain('set `connection`, `organization` or `provider`');
    });
  },
);
