import { AuthError } from '@authnest/core';
import { FakeOAuthServer } from '@authnest/testing';
import { platforms } from '../support/test-app.js';
import { Rig, type RigOptions } from './conformance/rig.js';

const SECRET = 'canary-client-secret-5e0c7d91b2a84f36';

describe.each(platforms())('the log of a failed sign-in on %s', (platform) => {
  const logged: Error[] = [];
  let rig: Rig;

  beforeEach(() => logged.splice(0));
  afterEach(() => rig.close());

  async function start(options: Partial<RigOptions> = {}): Promise<void> {
    const logger = {
      error: (error: Error) => void logged.push(error),
      warn: (_code: string, error?: Error) => void (error && logged.push(error)),
    };
    rig = await Rig.start({ platform, ...options, config: { logger, ...options.config } });
  }

  /** Returns the messages from the logged error down to its root cause. */
  function chain(): string[] {
    const messages: string[] = [];
    for (let error: unknown = logged[0]; error instanceof Error;) {
      messages.push(error.message);
      error = error instanceof AuthError ? error.cause?.err : error.cause;
    }
    return messages;
  }

  it('names the store, not the provider, if the store is down', async () => {
    await start();
    const browser = rig.client();
    const callback = await rig.approve(browser);
    rig.watched.failing.add('spendOnce');

    const { location } = await browser.get(callback.href);

    expect(location).toBe(`${rig.app.url}/auth/error?error=Configuration`);
    expect(chain()).toEqual(['adapter.spendOnce failed', 'the store is down']);
  });

  it('reports that the client was refused, and what to check', async () => {
    await start();
    rig.server.answer('token', () => ({
      status: 400,
      json: { error: 'invalid_client', error_description: `no such secret: ${SECRET}` },
    }));

    await rig.signIn(rig.client());

    expect(chain()[1]).toMatch(/^the provider returned `invalid_client` with status 400: check /);
    expect(chain().join()).not.toContain(SECRET);
  });

  it('reports a refusal that Facebook words in its own way, with its code (RP14)', async () => {
    await start();
    rig.server.callback = { code: undefined, error_code: '1349220', error_message: SECRET };

    await rig.signIn(rig.client());

    expect(chain()[1]).toBe('the provider returned `1349220` at the callback');
    expect(chain().join()).not.toContain(SECRET);
  });

  it.each<[string, object]>([
    ['token_type', { token_type: undefined }],
    ['scope', { scope: null }],
    ['scope', { scope: ['openid'] }],
  ])('names `token.conform` if the member %s is as in %j (RP17)', async (member, tokens) => {
    await start();
    rig.server.tokens = { ...tokens };

    await rig.signIn(rig.client());

    expect(chain()[1]).toMatch(new RegExp(`"${member}" property .*\\x60token\\.conform\\x60`));
  });

  it('reports the error code in a WWW-Authenticate challenge', async () => {
    await start();
    const headers = { 'www-authenticate': 'Basic realm="idp", error="invalid_client"' };
    rig.server.answer('token', () => ({ status: 401, headers, body: '' }));

    await rig.signIn(rig.client());

    expect(chain()[1]).toMatch(/^the provider returned `invalid_client` with status 401: check /);
  });

  it('reports the status of a response that has no error code', async () => {
    await start();
    rig.server.answer('token', () => ({ status: 502, body: 'Bad gateway' }));

    await rig.signIn(rig.client());

    expect(chain()[1]).toBe('the provider responded with status 502');
  });

  it('reports the error code in a callback', async () => {
    await start();
    rig.server.callback = { code: undefined, error: 'redirect_uri_mismatch' };

    await rig.signIn(rig.client());

    expect(chain()[1]).toBe(
      'the provider returned `redirect_uri_mismatch` at the callback: register the `callbackUrl` that GET /auth/providers shows',
    );
  });

  it('has no advice for a code that every object has as a member', async () => {
    await start();
    rig.server.callback = { code: undefined, error: 'constructor' };

    await rig.signIn(rig.client());

    expect(chain()[1]).toBe('the provider returned `constructor` at the callback');
  });

  it('logs only known error codes (I09)', async () => {
    await start();
    rig.server.callback = { code: undefined, error: 'no\r\n[Nest] LOG all is well' };

    await rig.signIn(rig.client());

    expect(chain()[1]).toBe('the provider returned an error at the callback');
  });

  it('names the URL and the reason if nothing listens', async () => {
    const gone = await FakeOAuthServer.start();
    await gone.close();
    await start({ provider: { issuer: gone.issuer }, config: { fetch: fetchOfThisRealm } });

    await rig.client().signIn('idp');

    expect(chain()).toEqual([
      'the sign-in could not be started',
      expect.stringContaining(
        `${gone.issuer}/.well-known/openid-configuration could not be reached; if this application`,
      ),
      'fetch failed',
      expect.stringContaining('ECONNREFUSED'),
    ]);
  });

  it('names the issuer from the metadata if another one is configured', async () => {
    await start();
    rig.server.metadata = { issuer: 'https://id.example.com/realms/shop' };

    await rig.client().signIn('idp');

    expect(chain()[1]).toContain('set `issuer` to https://id.example.com/realms/shop,');
  });

  it('lists the configured providers if the path names an unknown one', async () => {
    await start();

    await rig.client().signIn('ipd');

    expect(chain()).toEqual(['the path names a provider that is not configured; configured: idp']);
  });
});

/** Rethrows errors of `fetch`, which belong to Node's realm, as errors of the test's realm. */
const fetchOfThisRealm: typeof fetch = (input, init) =>
  fetch(input, init).catch(({ message, cause }: { message: string; cause: Error }) => {
    throw new TypeError(message, { cause: new Error(cause.message) });
  });
