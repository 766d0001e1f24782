import type { JwtParams } from '@authnest/core';
import { connect, type IncomingHttpHeaders } from 'node:http2';
import { authorize, OidcProvider } from '../support/oidc.js';
import { sendRaw } from '../support/raw-request.js';
import { Script } from '../support/script.js';
import { sentCookies } from '../support/set-cookies.js';
import { MeController, SESSION } from '../support/signed-out.js';
import { JANE, platforms, TestApp } from '../support/test-app.js';

/** Makes the session fill two cookies, so that a sign-in sets many. */
const jwt = ({ token }: JwtParams) => ({ ...token, filler: 'x'.repeat(3500) });
const module = { controllers: [MeController] };
const SIGNED_IN = ['authjs.callback-url', 'authjs.csrf-token', `${SESSION}.0`, `${SESSION}.1`];
const FORM = 'application/x-www-form-urlencoded';

/** Returns the names of the cookies, and asserts that each has its own line. */
function namesOf(lines: readonly string[] = []): string[] {
  for (const line of lines) expect(line.match(/authjs\./g)).toHaveLength(1);
  return sentCookies(lines)
    .map(({ name }) => name)
    .sort();
}

function signInForm(csrfToken: string): string {
  return `${new URLSearchParams({ ...JANE, csrfToken, callbackUrl: '/home' })}`;
}

describe.each(platforms())('cookies in one response from %s', (platform) => {
  it('are sent on separate lines over HTTP/1.1 (A57)', async () => {
    const app = await TestApp.start({ platform, config: { callbacks: { jwt } }, module });
    const browser = app.client();
    const csrfToken = await browser.csrfToken();
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

    const { cookies } = await sendRaw(app, {
      method: 'POST',
      path: '/auth/callback/credentials',
      headers: [
        ['Cookie', cookie],
        ['Content-Type', FORM],
      ],
      body: signInForm(csrfToken),
    });

    expect(namesOf(cookies)).toEqual(SIGNED_IN);
    await app.close();
  });

  it('are sent on separate lines after the callback from a provider (A57)', async () => {
    const idp = await OidcProvider.start();
    const config = {
      providers: [idp.config('idp', { checks: ['pkce', 'state', 'nonce'] })],
      callbacks: { jwt },
    };
    const app = await TestApp.start({ platform, config, module });
    await idp.register(app, 'idp');
    const browser = app.client();

    await browser.get(await authorize(browser, 'idp'));

    expect(namesOf(browser.lastSetCookies)).toEqual([
      'authjs.csrf-token',
      'authjs.nonce',
      'authjs.pkce.code_verifier',
      `${SESSION}.0`,
      `${SESSION}.1`,
      'authjs.state',
      expect.stringMatching(/^authjs\.state\.\w{16}$/),
    ]);
    await app.close();
    await idp.close();
  });
});

describe('cookies in one response from Fastify', () => {
  it('are sent on separate lines through `inject` (A57)', async () => {
    // In a separate process, since Jest cannot load the modules that `inject` requires.
    const script = Script.start('test/sessions/scripts/inject-sign-in.ts');

    const [status, lines] = JSON.parse(await script.line()) as [number, string[]];

    expect(status).toBe(302);
    expect(namesOf(lines)).toEqual(SIGNED_IN);
    await script.stop();
  });

  it('are sent on separate lines over HTTP/2 (A57)', async () => {
    const platformOptions = { http2: true };
    const config = { callbacks: { jwt } };
    const app = await TestApp.start({ platform: 'fastify', platformOptions, config, module });
    const session = connect(app.url);
    const send = (headers: Record<string, string>, body?: string) =>
      new Promise<{ headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
        const stream = session.request(headers);
        const chunks: Buffer[] = [];
        const received: { headers: IncomingHttpHeaders } = { headers: {} };
        stream.on('response', (result) => (received.headers = result));
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('error', reject);
        stream.on('end', () => resolve({ ...received, text: `${Buffer.concat(chunks)}` }));
        stream.end(body);
      });
    const asked = await send({ ':path': '/auth/csrf' });
    const { csrfToken } = JSON.parse(asked.text) as { csrfToken: string };
    const cookie = (asked.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');

    const post = { ':method': 'POST', ':path': '/auth/callback/credentials' };
    const result = await send({ ...post, 'content-type': FORM, cookie }, signInForm(csrfToken));

    expect(result.headers).toMatchObject({ ':status': 302, location: `${app.url}/home` });
    expect(namesOf(result.headers['set-cookie'])).toEqual(SIGNED_IN);
    const own = sentCookies(result.headers['set-cookie']).map(
      ({ name, value }) => `${name}=${value}`,
    );
    const me = await send({ ':path': '/me', cookie: own.join('; ') });
    expect(JSON.parse(me.text)).toMatchObject({ name: 'jane' });
    session.close();
    await app.close();
  });
});
