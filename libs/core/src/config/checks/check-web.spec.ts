import { problemsOf } from '../../../../../test/support/problems-of.js';

describe('trustHost', () => {
  it.each([[true], [['app.example']], [['app.example:8443', 'LOCALHOST', '[::1]:3000']]])(
    'may be %j',
    (trustHost) => {
      expect(problemsOf({ trustHost })).toEqual([]);
    },
  );

  it.each([[false], [undefined], [[]]])('is reported as missing when it is %j', (trustHost) => {
    expect(problemsOf({ trustHost })).toEqual([
      expect.stringMatching(/^UntrustedHost: trustHost: set AUTH_URL /) as unknown,
    ]);
  });

  it.each([
    'https://app.example',
    'app.example/',
    'user@app.example',
    '*.app.example',
    'app.example, evil.test',
    'a b',
    'app.example:port',
  ])('refuses the entry %s', (host) => {
    expect(problemsOf({ trustHost: ['app.example', host] })).toEqual([
      expect.stringMatching(/^AuthError: trustHost: each entry must be a host /) as unknown,
    ]);
  });
});

describe('trustedOrigins', () => {
  it('accepts origins', () => {
    expect(
      problemsOf({ trustedOrigins: ['https://app.example', 'http://localhost:3000'] }),
    ).toEqual([]);
  });

  it.each([
    'app.example',
    'https://app.example/',
    'https://app.example:443',
    'https://APP.example',
    'https://*.app.example',
    '*.app.example',
    '*',
    'null',
    'ftp://app.example',
    'javascript:alert(1)',
    'https://user@app.example',
  ])('refuses %s (A15)', (origin) => {
    expect(problemsOf({ trustedOrigins: [origin] })).toEqual([
      expect.stringMatching(/^AuthError: trustedOrigins: each entry must be an origin /) as unknown,
    ]);
  });
});

describe('theme', () => {
  it.each(['/logo.svg', 'https://cdn.example/logo.svg', 'data:image/png;base64,AAAA'])(
    'accepts the logo %s',
    (logo) => {
      expect(problemsOf({ theme: { logo } })).toEqual([]);
    },
  );

  it.each(['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x', '//evil.test/x.svg'])(
    'refuses the logo %s, and does not show it (A18)',
    (logo) => {
      const problems = problemsOf({ theme: { logo } });

      expect(problems).toHaveLength(1);
      expect(problems[0]).toContain('theme.logo: expected');
      expect(problems[0]).not.toContain(logo);
    },
  );

  it.each(['red}</style><script>', 'url(javascript:alert(1))', 'expression(1)', 'nocolor'])(
    'refuses the colour %s (A18)',
    (color) => {
      expect(problemsOf({ theme: { brandColor: color, buttonText: color } })).toEqual([
        expect.stringContaining('theme.brandColor: expected a CSS colour') as unknown,
        expect.stringContaining('theme.buttonText: expected a CSS colour') as unknown,
      ]);
    },
  );
});

describe('pages', () => {
  const PAGES = ['signIn', 'signOut', 'error', 'verifyRequest', 'newUser'];

  it.each(PAGES)('accepts a path and an http(s) URL for %s', (page) => {
    expect(problemsOf({ pages: { [page]: '/sign-in?x=1' } })).toEqual([]);
    expect(problemsOf({ pages: { [page]: 'https://www.example/sign-in' } })).toEqual([]);
  });

  it.each(PAGES)('refuses a script or a data URL for %s (A18)', (page) => {
    const urls = ['javascript:alert(1)', 'data:text/html,x', '//evil.test', '/\\evil.test', 'page'];

    for (const url of urls) {
      expect(problemsOf({ pages: { [page]: url } })).toEqual([
        expect.stringContaining(`pages.${page}: expected a path`) as unknown,
      ]);
    }
  });
});

describe('links', () => {
  const LINKS = ['forgotPassword', 'createAccount', 'terms', 'privacy'];

  it.each(LINKS)('accepts a path and an http(s) URL for %s', (link) => {
    expect(problemsOf({ links: { [link]: '/help?x=1' } })).toEqual([]);
    expect(problemsOf({ links: { [link]: 'https://www.example/help' } })).toEqual([]);
  });

  it.each(LINKS)('refuses a script or a data URL for %s (A18)', (link) => {
    const urls = ['javascript:alert(1)', 'data:text/html,x', '//evil.test', '/\\evil.test', 'page'];

    for (const url of urls) {
      expect(problemsOf({ links: { [link]: url } })).toEqual([
        `AuthError: links.${link}: expected a path that starts with '/', or an http(s) URL`,
      ]);
    }
  });

  it('reports a link that does not exist, and suggests the one that was meant', () => {
    expect(problemsOf({ links: { forgetPassword: '/forgot' } })).toEqual([
      expect.stringContaining('did you mean `links.forgotPassword`?') as unknown,
    ]);
  });
});

describe('name', () => {
  it.each(['Shop', 'Bäckerei Müller & Söhne', '<b>'])('may be %j', (name) => {
    expect(problemsOf({ name })).toEqual([]);
  });

  it.each(['', ' ', 'a\nb', 'x'.repeat(65), 7, null])('must not be %j', (name) => {
    expect(problemsOf({ name })).toEqual([
      expect.stringMatching(/^AuthError: name: expected 1 to 64 printable characters/) as unknown,
    ]);
  });
});

describe('redirectProxyUrl', () => {
  it.each(['https://proxy.example/auth', 'http://localhost:3000/auth'])('may be %s', (url) => {
    expect(problemsOf({ redirectProxyUrl: url })).toEqual([]);
  });

  it.each(['http://proxy.example/auth', 'proxy.example', 'https://proxy.example/auth?a=1'])(
    'must not be %s',
    (url) => {
      expect(problemsOf({ redirectProxyUrl: url })).toEqual([
        expect.stringContaining('redirectProxyUrl: must be the https URL') as unknown,
      ]);
    },
  );
});

describe('the lifetime of a session', () => {
  const LONGEST = 400 * 24 * 60 * 60;

  it.each(['session', 'jwt'] as const)(
    'set by %s.maxAge must not exceed the longest lifetime of a cookie',
    (option) => {
      expect(problemsOf({ [option]: { maxAge: LONGEST } })).toEqual([]);
      expect(problemsOf({ [option]: { maxAge: LONGEST + 1 } })).toEqual([
        expect.stringContaining(`${option}.maxAge: must be at most ${LONGEST} seconds`) as unknown,
      ]);
    },
  );
});

describe('times of a session that contradict each other', () => {
  it.each([
    ['updateAge', { maxAge: 900, updateAge: 901 }],
    ['updateAge', { updateAge: 31 * 86_400 }],
    ['absoluteMaxAge', { maxAge: 86_400, absoluteMaxAge: 3600 }],
  ])('are refused, naming session.%s (HO9)', (option, session) => {
    expect(problemsOf({ session })).toEqual([
      expect.stringMatching(new RegExp(`^AuthError: session\\.${option}: must be at `)) as unknown,
    ]);
  });

  it.each([
    { maxAge: 900 },
    { maxAge: 900, updateAge: 0 },
    { maxAge: 900, updateAge: 900 },
    { absoluteMaxAge: 3600 },
    { maxAge: 3600, absoluteMaxAge: 3600 },
  ])('are not found in %j', (session) => {
    expect(problemsOf({ session })).toEqual([]);
  });
});
