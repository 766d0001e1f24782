import type { AuthConfig } from '@authnest/core';
import { plainOAuth } from '../support/plain-oauth.js';
import { startOutcome } from '../support/start-outcome.js';
import { credentials, platforms, TestApp } from '../support/test-app.js';

const MARKUP = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  "'><svg/onload=alert(1)>",
  '</style><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '--><script>alert(1)</script>',
  'javascript:alert(1)',
  '&lt;script&gt;',
  '\u2028alert(1)',
];

/** Asserts that a page contains no element, handler or URL other than its own. */
function expectHarmless(page: string): void {
  // The one script of the page, which has no value in it: its hash is in the policy.
  const html = page.replace(/<script>'use strict';[^<]*<\/script>/, '');
  const addresses = [...html.matchAll(/\s(?:href|src|action)="([^"]*)"/g)].map(
    ([, value]) => value,
  );
  const tags = html.replaceAll(/="[^"]*"/g, '').match(/<[^>]*>/g) ?? [];
  const suspicious = tags.filter((tag) =>
    /^<(?:script|img|iframe|object|embed|base|link)\b|\son\w+|\sstyle\b/i.test(tag),
  );
  expect(suspicious).toEqual([]);
  expect(
    addresses.filter((address) => !/^(?:https?:\/\/127\.0\.0\.1|\/)/.test(address ?? '')),
  ).toEqual([]);
}

describe.each(platforms())('hostile strings in pages on %s', (platform) => {
  let app: TestApp;

  beforeAll(async () => {
    const named = credentials();
    const inputs = Object.fromEntries(
      MARKUP.map((text, index) => [
        `field${index}`,
        { label: text, placeholder: text, title: text, value: text, [text]: text },
      ]),
    );
    app = await TestApp.start({
      platform,
      config: {
        providers: [
          { ...named, name: MARKUP[1] ?? '', credentials: { ...named.credentials, ...inputs } },
          ...MARKUP.map((name, index) => plainOAuth({ id: `gh${index}`, name })),
        ],
      },
    });
  });
  afterAll(() => app.close());

  it.each(MARKUP)('%s is not rendered as markup in any parameter (A17, E10)', async (text) => {
    const value = encodeURIComponent(text);
    for (const page of ['signin', 'error', 'signout', 'verify-request']) {
      for (const parameter of [
        'error',
        'callbackUrl',
        'email',
        'code',
        'csrfToken',
        'theme',
        'providers',
        'error_description',
      ]) {
        const response = await app
          .client()
          .get(`/auth/${page}?${parameter}=${value}`, { accept: 'text/html' });

        expect(response.status).toBe(200);
        expectHarmless(response.text);
        if (page !== 'signin') expect(response.text).not.toContain(text);
      }
    }
  });

  it('shows names and labels as plain text (E10)', async () => {
    const { text } = await app.client().get('/auth/signin', { accept: 'text/html' });

    expectHarmless(text);
    expect(text).toContain('>&lt;img src=x onerror=alert(1)><');
    expect(text).toContain('&quot;>&lt;script>alert(1)&lt;/script>');
  });

  it.each(['nonsense', '<svg/onload=alert(1)>', 'constructor', '__proto__', 'Configuration '])(
    'the unknown code %s becomes the generic message (A17)',
    async (code) => {
      const value = encodeURIComponent(code);
      const page = await app.client().get(`/auth/error?error=${value}`, { accept: 'text/html' });
      const form = await app.client().get(`/auth/signin?error=${value}`, { accept: 'text/html' });

      expect(page).toMatchObject({
        status: 200,
        text: expect.stringContaining('Something went wrong') as string,
      });
      expect(form.text).toContain('The sign-in could not be completed.');
      expect(page.text + form.text).not.toContain(
        code.trim() === 'Configuration' ? 'Configuration' : code,
      );
    },
  );

  it.each(MARKUP)('%s from a provider is shown nowhere (A17)', async (text) => {
    const browser = app.client();
    const started = await browser.signIn('gh0');
    const state = new URL(started.location ?? '').searchParams.get('state') ?? '';
    const query = new URLSearchParams({
      state,
      error: text,
      error_description: text,
      error_uri: text,
    });

    const response = await browser.get(`/auth/callback/gh0?${query}`, { accept: 'text/html' });

    expect(response).toMatchObject({
      status: 302,
      location: `${app.url}/auth/signin?error=OAuthCallbackError`,
    });
  });
});

const SCRIPTS = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  '//evil.test/x',
  'file:///etc/hostname',
];

describe.each(platforms())('hostile values in the configuration on %s', (platform) => {
  it.each(SCRIPTS)('%j is refused at start as a logo or as a page (A18)', async (url) => {
    const pages = ['signIn', 'signOut', 'error', 'verifyRequest', 'newUser'] as const;
    const config: Partial<AuthConfig> = {
      theme: { logo: url },
      providers: [plainOAuth({ style: { logo: url } })],
      pages: Object.fromEntries(pages.map((page) => [page, url])),
    };

    const outcome = await startOutcome({ platform, config });

    expect(outcome).toContain('theme.logo');
    expect(outcome).toContain('provider `gh`: `style.logo`');
    for (const page of pages) expect(outcome).toContain(`pages.${page}`);
    expect(outcome).not.toContain(url);
  });

  it.each([
    'red}</style><script>alert(1)</script>',
    'red;background:url(//evil.test)',
    'expression(alert(1))',
    'url(javascript:alert(1))',
    'red\\',
    '',
    'var(--x)}',
  ])('the colour %j is refused at start (E10)', async (color) => {
    const theme = { brandColor: color, buttonText: color };

    const outcome = await startOutcome({ platform, config: { theme } });

    expect(outcome).toContain('theme.brandColor');
    expect(outcome).toContain('theme.buttonText');
    if (color !== '') expect(outcome).not.toContain(color);
  });

  it.each(['red}</style><script>alert(1)</script>', 'javascript:alert(1)'])(
    'the brand colour %j of a provider is shown nowhere (E10)',
    async (brandColor) => {
      const outcome = await startOutcome({
        platform,
        config: { providers: [plainOAuth({ style: { brandColor } })] },
      });
      if (outcome !== 'started') return;
      const app = await TestApp.start({
        platform,
        config: { providers: [plainOAuth({ style: { brandColor, bg: brandColor } })] },
      });
      const { text } = await app.client().get('/auth/signin', { accept: 'text/html' });

      expectHarmless(text);
      expect(text).not.toContain('alert(1)');
      await app.close();
    },
  );
});
