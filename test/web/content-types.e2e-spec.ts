import { sendRaw } from '../support/raw-request.js';
import { type CheckedClient, JANE, platforms, TestApp } from '../support/test-app.js';
import { Watched } from '../support/watched.js';

const FORM = 'application/x-www-form-urlencoded';

/** Types that a cross-site page can send without preflight, or that parsers read differently. */
const TYPES: readonly (readonly [string, string | readonly string[] | undefined])[] = [
  ['text/plain', 'text/plain'],
  ['text/plain that names JSON', 'text/plain; application/json'],
  ['a tab', 'application/json\ta'],
  ['a leading space', ' application/json'],
  ['trailing junk', 'application/json junk'],
  ['leading junk', 'junk application/json'],
  ['capitals', 'APPLICATION/JSON'],
  ['another charset', 'application/json; charset=utf-7'],
  ['two types', 'application/json, text/plain'],
  ['a JSON dialect', 'application/csp-report+json'],
  ['a longer name', 'application/json-seq'],
  ['multipart', 'multipart/form-data; boundary=x'],
  ['a form with junk', `${FORM} junk`],
  ['an empty type', ''],
  ['two headers', ['text/plain', 'application/json']],
  ['two headers, the first of them JSON', ['application/json', 'text/plain']],
  ['no type', undefined],
];

const PATHS = ['callback/credentials', 'signin/credentials', 'signout', 'session'];

describe.each(platforms())('content types on %s', (platform) => {
  const watched = new Watched();
  let app: TestApp;
  let browser: CheckedClient;
  let csrfToken: string;

  beforeAll(async () => {
    app = await TestApp.start({ platform, config: watched.config });
  });
  beforeEach(async () => {
    browser = app.client();
    csrfToken = await browser.csrfToken();
    watched.reset();
  });
  afterAll(() => app.close());

  const post = (path: string, type: string | readonly string[] | undefined, body: string) =>
    sendRaw(app, {
      method: 'POST',
      path: `/auth/${path}`,
      headers: [
        ['cookie', [...browser.cookies].map((pair) => pair.join('=')).join('; ')],
        ...[type ?? []].flat().map((one) => ['content-type', one] as const),
      ],
      body,
    });

  const formOf = (fields: Record<string, string>): string => `${new URLSearchParams(fields)}`;

  describe.each(TYPES)('with %s (A37) (K86)', (_, type) => {
    it.each(PATHS)('%s is refused, or read and checked', async (path) => {
      for (const encode of [JSON.stringify, formOf]) {
        const response = await post(path, type, encode({ ...JANE, data: 'x' }));

        // 302: the CSRF token is missing, because the body was not read or has none.
        if (response.status === 302)
          expect(response.headers['location']).toMatch(/\/sign(?:in|out)\?error=MissingCSRF$/);
        else expect([400, 415]).toContain(response.status);
        expect(response.cookies.join()).not.toContain('session-token');
        expect(watched.done()).toEqual([]);
      }
    });

    it('accepts only a token that was read from the same body', async () => {
      const response = await post(
        'callback/credentials',
        type,
        JSON.stringify({ ...JANE, csrfToken }),
      );

      const wasRead = response.headers['location'] === app.url;
      expect(wasRead).toBe(response.cookies.join().includes('session-token'));
      if (!wasRead) expect(watched.done()).toEqual([]);
    });
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON'])(
    'reads JSON sent as %s',
    async (type) => {
      const response = await post(
        'callback/credentials',
        type,
        JSON.stringify({ ...JANE, csrfToken }),
      );

      expect(response.headers['location']).toBe(app.url);
    },
  );

  it.each([FORM, `${FORM}; charset=UTF-8`])('reads a form sent as %s', async (type) => {
    const response = await post('callback/credentials', type, formOf({ ...JANE, csrfToken }));

    expect(response.headers['location']).toBe(app.url);
  });

  it('uses the last of repeated fields and parameters', async () => {
    const twice = `callbackUrl=/a&${formOf({ ...JANE, csrfToken })}&callbackUrl=/b`;
    expect((await post('callback/credentials', FORM, twice)).headers['location']).toBe(
      `${app.url}/b`,
    );

    await browser.get('/auth/signin?callbackUrl=/a&callbackUrl=/b');
    expect(decodeURIComponent(browser.cookies.get('authjs.callback-url') ?? '')).toBe(
      `${app.url}/b`,
    );
  });

  it.each(['[]', '[1]', '"text"', '1', 'null', 'true'])(
    'does not accept the JSON value %s',
    async (json) => {
      for (const path of PATHS) {
        const response = await post(path, 'application/json', json);
        // `null` counts as no body, so the token is missing; other non-objects are malformed.
        if (response.status === 302) expect([path, json]).toEqual([path, 'null']);
        else expect(response.status).toBe(400);
      }
      expect(watched.done()).toEqual([]);
    },
  );

  it.each(['{', '{"a":', '{"a":1}x', '\u0000', '{"a":"\u0001"}'])(
    'responds with 400 to a JSON content type with invalid JSON: %j',
    async (text) => {
      for (const path of PATHS)
        expect((await post(path, 'application/json', text)).status).toBe(400);
      expect(watched.done()).toEqual([]);
    },
  );
});
