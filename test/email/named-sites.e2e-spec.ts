import { Email, InvalidConfiguration } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import type { INestApplication } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DEPLOYED_NGINX } from '../support/deployed-nginx.js';
import { EdgeProxy } from '../support/edge-proxy.js';
import { withEnvironment } from '../support/environment.js';
import { readFromRoot } from '../support/guides.js';
import { MailApp, type MailAppOptions } from '../support/mail-app.js';
import { describeWith } from '../support/services.js';
import { CheckedClient, type Platform, platforms, SECRET, TestApp } from '../support/test-app.js';

const VICTIM = 'vera@x.example';
const EVIL = 'evil.example';

/** Starts an application behind a proxy that it trusts, as the guide on deployment describes. */
function start(platform: Platform, options: Partial<MailAppOptions> = {}): Promise<MailApp> {
  return MailApp.start({
    platform,
    platformOptions: { trustProxy: '127.0.0.1' },
    configure: (app: INestApplication) => {
      if (platform === 'express') (app as NestExpressApplication).set('trust proxy', 'loopback');
    },
    ...options,
  });
}

describe.each(platforms())('an emailed link on %s', (platform) => {
  const CHOSEN = [
    ['Host', { host: EVIL }],
    ['X-Forwarded-Host', { 'x-forwarded-host': EVIL, 'x-forwarded-proto': 'https' }],
    // As Caddy and the ingress controller of nginx pass it on.
    ['the proxy', { host: EVIL, 'x-forwarded-host': EVIL, 'x-forwarded-for': '203.0.113.9' }],
  ] as const;
  let mail: MailApp;

  beforeAll(async () => {
    mail = await withEnvironment({ AUTH_URL: undefined }, () => start(platform));
  });
  afterAll(() => mail.close());

  it.each(CHOSEN)('never leads to a host that only %s names (RQ1)', async (_, headers) => {
    const { location } = await mail.client(headers).signIn('email', { email: VICTIM });

    expect(location).toContain('error=Configuration');
    expect(mail.mailbox.mails).toEqual([]);
    expect(mail.app.logs.errors.at(-1)?.message).toContain('set AUTH_URL');
  });

  it('never leads to the host of a request that asks to send it again (RQ1)', async () => {
    const browser = mail.client();
    await mail.linkFor(VICTIM, browser);
    const page = await browser.get('/auth/verify-request?provider=email&type=email');
    const again = /name="again" value="(\w+)"/.exec(page.text)?.[1] ?? '';
    const before = mail.mailbox.mails.length;

    const form = { again, csrfToken: await browser.csrfToken() };
    await browser.request(
      'POST',
      '/auth/signin/email',
      { host: EVIL, 'content-type': 'application/x-www-form-urlencoded' },
      new URLSearchParams(form).toString(),
    );

    expect(again).not.toBe('');
    expect(mail.mailbox.mails).toHaveLength(before);
  });

  it('leads to localhost without any setting (RQ1)', async () => {
    const link = await mail.linkFor(VICTIM);

    expect(link).toContain('/auth/callback/email?');
  });
});

describe.each(platforms())('an emailed link of a named site on %s', (platform) => {
  it.each([
    ['AUTH_URL', { AUTH_URL: 'https://app.example' }, true],
    ['trustHost', { AUTH_URL: undefined }, ['app.example']],
  ] as const)('leads to the host in %s (RQ1)', async (_, env, trustHost) => {
    const config = { trustHost: trustHost === true ? true : [...trustHost] };
    const mail = await withEnvironment(env, () => start(platform, { config }));
    const headers = { host: 'app.example', 'x-forwarded-proto': 'https' };

    await mail.client(headers).signIn('email', { email: VICTIM });

    const { text = '' } = await mail.mailbox.read();
    expect(text).toContain('https://app.example/auth/callback/email?');
    expect(mail.mailbox.mails[0]?.from).toBe('no-reply@app.example');
    await mail.close();
  });

  it('is not promised by a start in production without such a site (RQ1)', async () => {
    const env = { AUTH_URL: undefined, NODE_ENV: 'production' };
    const starting = withEnvironment(env, () => start(platform, { config: { trustHost: true } }));

    const refusal: unknown = await starting.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );

    expect(refusal).toBeInstanceOf(InvalidConfiguration);
    expect(String(refusal)).toMatch(/trustHost: `true` is not enough for emailed links.*AUTH_URL/);
  });

  it.each([
    ['AUTH_URL', { AUTH_URL: 'https://app.example' }, true],
    ['a list of hosts', { AUTH_URL: undefined }, ['app.example']],
  ] as const)('lets an application start in production with %s', async (_, env, trustHost) => {
    const config = { trustHost: trustHost === true ? true : [...trustHost] };
    const production = { ...env, NODE_ENV: 'production' };

    const mail = await withEnvironment(production, () => start(platform, { config }));

    await mail.close();
  });
});

/** The proxy's headers in the samples: what a browser sends in them must not arrive. */
const SAMPLES = [
  ['deploy/nginx.conf', 'proxy_set_header'],
  ['docs/deployment.md', 'proxy_set_header'],
] as const;

describe.each(SAMPLES)('the configuration of nginx in %s', (file) => {
  it('drops the host that a browser forwards, and sets the rest (RQ1)', () => {
    const text = readFromRoot(file);

    for (const line of [
      'proxy_set_header Host $http_host;',
      'proxy_set_header X-Forwarded-Host "";',
      'proxy_set_header X-Forwarded-Proto $scheme;',
      'proxy_set_header X-Forwarded-For $remote_addr;',
    ]) {
      expect(text).toContain(line);
    }
  });
});

describeWith(DEPLOYED_NGINX.service, 'an application behind deploy/nginx.conf', () => {
  it.each(platforms())('ignores forged headers of the proxy on %s (RQ1)', async (platform) => {
    const app = await withEnvironment({ AUTH_URL: undefined }, () =>
      TestApp.start({
        platform,
        platformOptions: { trustProxy: '127.0.0.1' },
        configure: (nest: INestApplication) => {
          if (platform === 'express') (nest as NestExpressApplication).set('trust proxy', true);
        },
        config: {
          secret: SECRET,
          adapter: new MemoryAdapter(),
          providers: [Email({ server: 'smtp://127.0.0.1:1' })],
        },
      }),
    );
    const proxy = await EdgeProxy.before([app.url], DEPLOYED_NGINX);
    const forged = {
      'x-forwarded-host': EVIL,
      'x-forwarded-proto': 'https',
      forwarded: `host=${EVIL};proto=https`,
    };

    const providers = await new CheckedClient(proxy, '/auth', forged).get('/auth/providers');

    expect(providers.text).toContain(`${proxy.url}/auth/callback/email`);
    expect(providers.text).not.toContain(EVIL);
    await proxy.close();
    await app.close();
  });
});
