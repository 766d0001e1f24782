import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FakeOAuthServer } from '@authnest/testing';
import { platforms } from '../../support/test-app.js';
import { readFromRoot } from '../../support/guides.js';
import { TLS_CERTIFICATE, TLS_KEY, TlsClient } from '../../support/tls.js';
import { CLIENT_SECRET, Rig } from './rig.js';

describe.each(platforms())('certificates of providers on %s', (platform) => {
  let server: FakeOAuthServer;

  beforeAll(async () => {
    const tls = { cert: TLS_CERTIFICATE, key: TLS_KEY };
    server = await FakeOAuthServer.start({ tls, clientSecret: CLIENT_SECRET });
  });
  afterAll(() => server.close());

  it('sends nothing to a provider whose certificate no trusted authority signed (A52)', async () => {
    const { issuer } = server;
    const endpoints = {
      authorization: `${issuer}/authorize`,
      token: `${issuer}/token`,
      userinfo: `${issuer}/userinfo`,
      jwks_endpoint: `${issuer}/jwks`,
    };
    for (const own of [{}, endpoints]) {
      const provider = { ...own, checks: ['pkce'] as const };
      const rig = await Rig.start({ platform, provider, config: { fetch: undefined } }, server);
      const browser = rig.client();
      let { location = '' } = await browser.signIn('idp');
      if (location.startsWith(issuer)) {
        const state = new URL(location).searchParams.get('state') ?? '';
        ({ location = '' } = await browser.get(
          `/auth/callback/idp?code=c&state=${state}&iss=${issuer}`,
        ));
      }

      expect(location).toMatch(/\/auth\/signin\?error=(?:Configuration|OAuthCallbackError)$/);
      expect(server.requests).toEqual([]);
      expect(rig.watched.done()).toEqual([]);
      await rig.close();
    }
    // The server does respond to a client that trusts it.
    expect(await new TlsClient(Number(new URL(issuer).port)).send('/jwks')).toContain('"kid"');
  });

  it('has no option that disables certificate checks (A52)', () => {
    const sources = readdirSync('libs', { recursive: true, encoding: 'utf8' }).filter(
      (file) => /src\/.*\.tsx?$/.test(file) && !file.includes('.spec.') && !file.includes('dist/'),
    );

    expect(sources.length).toBeGreaterThan(300);
    for (const file of sources) {
      const text = readFromRoot(join('libs', file));
      expect(text).not.toMatch(
        /rejectUnauthorized\s*[:=]\s*false|NODE_TLS_REJECT|checkServerIdentity/,
      );
    }
    expect(process.env['NODE_TLS_REJECT_UNAUTHORIZED']).toBeUndefined();
  });
});
