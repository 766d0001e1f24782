import { OAuth, OIDC, type Provider } from '@authnest/core';
import { GitHub, MicrosoftEntraID } from '@authnest/providers';
import { withEnvironment } from '../support/environment.js';
import { presets } from '../support/presets.js';
import { PROVIDER_FACTS } from '../support/provider-facts.js';
import { startOutcome } from '../support/start-outcome.js';
import { platforms, SECRET, TestApp } from '../support/test-app.js';

const CLIENT = { clientId: 'client-1', clientSecret: 'canary-secret-of-32-characters-04' };
const ISSUER = 'https://login.microsoftonline.com/common/v2.0';
const URLS = {
  authorization: 'https://gh.example/authorize',
  token: 'https://gh.example/token',
  userinfo: 'https://gh.example/user',
};

/** Configures a preset with the options that it needs in addition to the client. */
function complete([name, preset]: (typeof presets)[number], client: object): Provider {
  const { issuer } = preset({});
  const own = issuer === undefined ? { issuer: 'https://idp.example' } : {};
  return preset({ ...own, ...PROVIDER_FACTS[name]?.options, ...client });
}

describe.each(platforms())('the options of a provider on %s', (platform) => {
  const start = (...providers: Provider[]) => startOutcome({ platform, config: { providers } });

  it('a mistyped option name is refused at start, with the name that was probably meant (U13)', async () => {
    const typed = Object.assign({ issuer: ISSUER, tenant: ['tenant-1'] }, CLIENT);

    expect(await start(MicrosoftEntraID(typed), OIDC({ id: 'idp', name: 'IdP', ...typed }))).toBe(
      [
        'AuthModule cannot start: 2 problems in its configuration (see https://authnest.dev/errors#invalidconfiguration).',
        '  1. AuthError: provider `microsoft-entra-id`: tenant: there is no such option; did you mean `tenants`?',
        '  2. AuthError: provider `idp`: tenant: there is no such option; did you mean `tenants`?',
      ].join('\n'),
    );
  });

  it('a missing client secret is reported at start (U14)', async () => {
    const { clientId } = CLIENT;

    const outcome = await withEnvironment({ AUTH_GITHUB_ID: clientId }, () =>
      start(
        GitHub,
        OAuth({ id: 'gh', name: 'GH', clientId, ...URLS }),
        OIDC({ id: 'idp', name: 'IdP', clientId, issuer: 'https://idp.example' }),
      ),
    );

    expect(outcome.split('\n').slice(1)).toEqual(
      ['github', 'gh', 'idp'].map((id, index) =>
        expect.stringContaining(
          `${index + 1}. AuthError: provider \`${id}\`: needs \`clientSecret\`; set it or AUTH_${id.toUpperCase()}_SECRET.`,
        ),
      ),
    );
  });

  it('a public client starts if the configuration declares it (U14)', async () => {
    const client = { token_endpoint_auth_method: 'none' } as const;

    expect(await start(GitHub({ clientId: 'client-1', client }))).toBe('started');
  });

  it('a configuration that is created per request reports a missing secret (U14)', async () => {
    const lines: string[] = [];
    const logger = { error: ({ message }: Error) => void lines.push(message) };
    const providers = [OAuth({ id: 'gh', name: 'GH', clientId: 'client-1', ...URLS })];
    const app = await TestApp.start({
      platform,
      input: () => ({ secret: SECRET, trustHost: true, logger, providers }),
    });

    expect((await app.client().get('/auth/providers')).status).toBe(500);
    await app.close();

    expect(lines).toEqual([expect.stringContaining('gh`: needs `clientSecret`')]);
  });

  it('every ready-made provider starts with a client secret, and does not start without one (U14)', async () => {
    const whole = presets.map((preset) => complete(preset, CLIENT));
    const bare = presets.map((preset) => complete(preset, { clientId: 'client-1' }));

    expect(presets).toHaveLength(93);
    expect(await start(...whole)).toBe('started');
    expect((await start(...bare)).match(/needs `clientSecret`/g)).toHaveLength(presets.length);
  });
});
