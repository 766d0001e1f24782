import { createHash } from 'node:crypto';
import { withEnvironment } from '../support/environment.js';
import { plainOAuth } from '../support/plain-oauth.js';
import { APP } from '../support/redirect-targets.js';
import { type CheckedClient, credentials, JANE, platforms, TestApp } from '../support/test-app.js';

const EVIL = 'https://evil.test';
const PAGES = [
  'signin',
  'signin?error=CredentialsSignin',
  'signout',
  'error',
  'error?error=Configuration',
  'error?error=AccessDenied',
  'error?error=Verification',
  'verify-request',
];

describe.each(platforms())('headers of the built-in pages on %s', (platform) => {
  let app: TestApp;
  let browser: CheckedClient;

  beforeAll(async () => {
    app = await withEnvironment({ AUTH_URL: APP }, () =>
      TestApp.start({
        platform,
        config: {
          providers: [credentials(), plainOAuth({ style: { logo: 'https://cdn.example/gh.svg' } })],
          theme: { logo: '/logo.svg', brandColor: '#346df1', buttonText: 'white' },
        },
      }),
    );
  });
  beforeEach(() => {
    browser = app.client({ accept: 'text/html' });
  });
  afterAll(() => app.close());

  /** Opens a page, or causes a refusal that is shown as one. */
  const open = async (page: string) => {
    if (page !== 'a refusal') return browser.get(`/auth/${page}`);
    return browser.post('/auth/signout', { headers: { origin: EVIL } });
  };

  describe.each([...PAGES, 'a refusal'])('%s', (page) => {
    it('forbid framing (E08)', async () => {
      const { headers } = await open(page);

      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['x-frame-options']).toBe('DENY');
    });

    it('allow their own style, images and forms, and nothing else (E09)', async () => {
      const { headers, text } = await open(page);

      const policy = policyOf(headers['content-security-policy']);
      expect(policy).toMatchObject({
        'default-src': ["'none'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'frame-ancestors': ["'none'"],
      });
      const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(text) ?? [];
      const hash = createHash('sha256').update(style).digest('base64');
      expect(policy['style-src']).toEqual([`'sha256-${hash}'`]);
      // Its own script only, which the page works without.
      const scripts = [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
        ([, run = '']) => run,
      );
      const hashes = scripts.map((run) => createHash('sha256').update(run).digest('base64'));
      expect(policy['script-src']).toEqual(
        scripts.length === 0 ? undefined : hashes.map((own) => `'sha256-${own}'`),
      );
      expect(headers['content-security-policy']).not.toMatch(/unsafe|\*/);
      expect(text).not.toMatch(/<script |style=|\son\w+=/i);
    });

    it('do not block the redirect to a provider or to the application (E09)', async () => {
      const { headers, text } = await open(page);

      const { 'form-action': formAction } = policyOf(headers['content-security-policy']);
      expect(formAction).toEqual(text.includes('<form') ? ["'self'", 'https:'] : ["'none'"]);
    });

    it('allow no shared window and no devices (E25)', async () => {
      const { headers } = await open(page);

      expect(headers['cross-origin-opener-policy']).toBe('same-origin');
      expect(headers['permissions-policy']).toMatch(/camera=\(\).*microphone=\(\)/);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
    });
  });

  it.each([...PAGES, 'a refusal'])(
    'report the origin of a form to ourselves only, and no page to others: %s (E25, RP8)',
    async (page) => {
      const { headers, text } = await open(page);

      expect(headers['referrer-policy']).toBe(
        text.includes('<form') ? 'same-origin' : 'no-referrer',
      );
    },
  );

  it('allow the images that a page shows, and no others (E09)', async () => {
    const signIn = policyOf((await browser.get('/auth/signin')).headers['content-security-policy']);
    const signOut = policyOf(
      (await browser.get('/auth/signout')).headers['content-security-policy'],
    );

    expect(signIn['img-src']).toEqual(expect.arrayContaining(["'self'", 'https://cdn.example']));
    expect(signOut['img-src']).toEqual(["'self'"]);
  });

  describe('a script from another site (E22)', () => {
    const paths = ['session', 'csrf', 'providers', 'signin', 'error'];

    it.each(paths)('cannot read %s', async (path) => {
      for (const origin of [EVIL, APP, 'null']) {
        const { headers } = await browser.get(`/auth/${path}`, { origin });

        expect(headers['cross-origin-resource-policy']).toBe('same-origin');
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual(
          [],
        );
      }
    });

    it.each([...paths, 'signout', 'callback/credentials'])(
      'gets no permission from a preflight for %s',
      async (path) => {
        const response = await browser.request('OPTIONS', `/auth/${path}`, {
          origin: EVIL,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type,x-auth-return-redirect',
        });

        expect(response.status).toBe(405);
        expect(
          Object.keys(response.headers).filter((name) => name.startsWith('access-control-')),
        ).toEqual([]);
      },
    );
  });

  it('keep responses out of every cache, without an ETag', async () => {
    await browser.signIn('credentials', JANE);
    for (const path of [...PAGES, 'session', 'csrf', 'providers']) {
      const { headers } = await browser.get(`/auth/${path}`);
      expect(headers).not.toHaveProperty('etag');
      expect(headers['cache-control']).toContain('no-store');
      expect(headers['vary']).toContain('Cookie');
    }
  });
});

function policyOf(header: string | string[] | undefined): Record<string, string[]> {
  return Object.fromEntries(
    String(header)
      .split('; ')
      .map((directive) => directive.split(' '))
      .map(([name = '', ...sources]) => [name, sources]),
  );
}
