import type { AuthConfig } from '@authnest/core';
import { plainOAuth } from '../support/plain-oauth.js';
import {
  credentials,
  type Platform,
  platforms,
  TestApp,
  type TestAppOptions,
} from '../support/test-app.js';

const PAGES = ['signin', 'signout', 'verify-request', 'error?error=AccessDenied'] as const;
const HEADINGS = {
  en: ['Sign in', 'You are signed out', 'Check your inbox', 'Access denied'],
  de: ['Anmelden', 'Sie sind abgemeldet', 'Sehen Sie in Ihrem Postfach nach', 'Kein Zugang'],
};

const CONFIG = { providers: [credentials(), plainOAuth({ name: 'Forge' })] };

const started: TestApp[] = [];
afterEach(async () => {
  for (const app of started.splice(0)) await app.close();
});

async function startOwn(options: TestAppOptions): Promise<TestApp> {
  const app = await TestApp.start(options);
  started.push(app);
  return app;
}

const start = (platform: Platform, config: Partial<AuthConfig> = {}) =>
  startOwn({
    platform,
    config: { ...CONFIG, ...config },
  });

async function open(app: TestApp, page: string, acceptLanguage?: string) {
  const headers: Record<string, string> = { accept: 'text/html' };
  if (acceptLanguage !== undefined) headers['accept-language'] = acceptLanguage;
  const response = await app.client(headers).get(`/auth/${page}`);
  return {
    ...response,
    lang: /<html lang="([^"]*)"/.exec(response.text)?.[1],
    heading: /<h1>(.*?)<\/h1>/.exec(response.text)?.[1],
    language: response.headers['content-language'],
    vary: `${response.headers['vary']}`,
  };
}

describe.each(platforms())('the language of the pages on %s', (platform) => {
  describe('without options', () => {
    let app: TestApp;

    beforeAll(async () => {
      app = await TestApp.start({ platform, config: CONFIG });
    });
    afterAll(() => app.close());

    it.each(PAGES.map((page, at) => [page, at] as const))(
      'is that of the browser: %s',
      async (page, at) => {
        for (const [header, tag] of [
          ['de-DE,de;q=0.9,en;q=0.8', 'de'],
          ['en-US,en;q=0.9,de;q=0.8', 'en'],
        ] as const) {
          const { lang, heading, language, vary } = await open(app, page, header);

          expect({ lang, language, heading }).toEqual({
            lang: tag,
            language: tag,
            heading: HEADINGS[tag][at],
          });
          expect(vary).toMatch(/\bCookie\b/);
          expect(vary).toMatch(/\bAccept-Language\b/);
        }
      },
    );

    it.each([
      undefined,
      '',
      'fr',
      'x'.repeat(6000),
      'de;q=NaN',
      'de;q=0',
      `${',x'.repeat(3000)},de`,
      '<b>',
    ])('is English for the header %.20j', async (header) => {
      const { status, lang, text } = await open(app, 'signin', header);

      expect({ status, lang }).toEqual({ status: 200, lang: 'en' });
      expect(text).toContain('Continue with Forge');
    });

    it('is not sent with responses that are not pages', async () => {
      for (const path of ['session', 'csrf', 'providers']) {
        const { headers } = await app.client({ 'accept-language': 'de' }).get(`/auth/${path}`);

        expect(headers).not.toHaveProperty('content-language');
        expect(headers['vary']).not.toContain('Accept-Language');
      }
    });

    it('is that of the browser if another site has posted the form', async () => {
      const foreign = { accept: 'text/html', 'accept-language': 'de', origin: 'https://evil.test' };
      const { status, text, headers } = await app
        .client()
        .post('/auth/signout', { headers: foreign });

      expect(status).toBe(403);
      expect(text).toContain('Diese Anfrage kam von einer anderen Website');
      expect(headers['content-language']).toBe('de');
    });
  });

  it('is fixed by a single tag, and Vary then lacks Accept-Language', async () => {
    const app = await start(platform, { language: 'de' });

    const { lang, language, heading, vary } = await open(app, 'signin', 'en');

    expect({ lang, language, heading }).toEqual({
      lang: 'de',
      language: 'de',
      heading: 'Anmelden',
    });
    expect(vary).not.toContain('Accept-Language');
  });

  it('is the first in a list for browsers that accept none of its languages', async () => {
    const app = await start(platform, { language: ['de', 'en'] });

    expect((await open(app, 'signin', 'fr')).lang).toBe('de');
    expect((await open(app, 'signin')).lang).toBe('de');
    expect((await open(app, 'signin', 'en')).lang).toBe('en');
  });

  it('can be chosen for each request', async () => {
    const app = await startOwn({
      platform,
      input: (request) => ({
        secret: 'canary-secret-2f7c1be0a94d48d3b6c5e1f0a7d9',
        trustHost: true,
        providers: [credentials()],
        logger: { error: () => undefined, warn: () => undefined, debug: () => undefined },
        language: `${(request as { url: string }).url}`.includes('lang=de') ? 'de' : 'en',
      }),
    });

    expect((await open(app, 'signin?lang=de')).lang).toBe('de');
    expect((await open(app, 'signin')).lang).toBe('en');
  });

  it('can have texts from the application, which are escaped', async () => {
    const app = await start(platform, {
      texts: {
        en: { signIn: { heading: '<b>Hi</b> & "you"', continueWith: (name) => `<i>${name}</i>` } },
        fr: { signIn: { heading: 'Connexion' } },
      },
    });

    const own = await open(app, 'signin', 'en');
    const french = await open(app, 'signin', 'fr-CA');

    expect(own.heading).toBe('&lt;b>Hi&lt;/b> &amp; &quot;you&quot;');
    expect(own.text).toContain('<span>&lt;i>Forge&lt;/i></span>');
    expect(own.text).toContain('to continue to');
    expect(french).toMatchObject({ lang: 'fr', language: 'fr', heading: 'Connexion' });
  });

  it('runs from right to left where its script does', async () => {
    const texts = { ar: {}, fa: {}, he: {}, 'uz-Arab': {}, uz: {}, 'az-Latn': {} };
    const app = await start(platform, { texts });

    const directions: Record<string, string | undefined> = {};
    for (const tag of [...Object.keys(texts), 'de', 'en']) {
      const { text, lang } = await open(app, 'signin', tag);
      directions[`${lang}`] = /<html [^>]*dir="([^"]*)"/.exec(text)?.[1];
    }

    expect(directions).toEqual({
      ar: 'rtl',
      fa: 'rtl',
      he: 'rtl',
      'uz-Arab': 'rtl',
      uz: undefined,
      'az-Latn': undefined,
      de: undefined,
      en: undefined,
    });
  });

  it('refuses unknown texts and languages, all in one error', async () => {
    const texts = { de: { signIn: { headline: 'x' } } } as AuthConfig['texts'];

    const failure = await start(platform, { language: 'fr', texts }).then(
      () => '',
      (error: Error) => error.message,
    );

    expect(failure).toContain('texts.de.signIn.headline: there is no such option');
    expect(failure).toContain("language: there are no texts in 'fr'");
  });

  it('applies to the page about a faulty configuration', async () => {
    const app = await startOwn({
      platform,
      input: () => ({ secret: '', trustHost: true, providers: [], language: 'de' }),
    });

    const { status, lang, heading } = await open(app, 'signin');

    expect({ status, lang, heading }).toEqual({
      status: 500,
      lang: 'de',
      heading: 'Die Anmeldung ist nicht verfügbar',
    });
  });
});
