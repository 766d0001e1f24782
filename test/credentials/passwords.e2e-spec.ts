import { platforms, TestApp } from '../support/test-app.js';

const PASSWORDS = [
  ['spaces at both ends', '  canary word  '],
  ['nothing but spaces', '      '],
  ['a NUL', 'canary\u0000word'],
  ['line breaks', 'canary\r\nword\n'],
  ['characters of four bytes', 'canary𝒫𝒶𝓈𝓈🔑'],
  ['an accent in two code points', 'canary-cafe\u0301'],
  ['plus and percent signs', 'canary+word%20%'],
  ['1000 characters', 'canary'.padEnd(1000, 'ü')],
] as const;

describe.each(platforms())('passwords on %s', (platform) => {
  const given: unknown[] = [];
  let app: TestApp;

  beforeAll(async () => {
    const provider = {
      id: 'credentials',
      name: 'Credentials',
      type: 'credentials' as const,
      credentials: { password: { type: 'password' } },
      authorize: ({ password }: { password?: string }) => {
        given.push(password);
        return null;
      },
    };
    app = await TestApp.start({ platform, config: { debug: true, providers: [provider] } });
  });
  afterAll(() => app.close());

  it.each(PASSWORDS)('with %s reach authorize as they were typed (F15)', async (_, password) => {
    const browser = app.client();
    const csrfToken = await browser.csrfToken();
    given.length = 0;

    await browser.signIn('credentials', { password });
    await browser.post('/auth/callback/credentials', { json: { csrfToken, password } });

    expect(given).toEqual([password, password]);
  });

  it('are never logged (F15)', async () => {
    const before = app.logs.errors.length;

    for (const [, password] of PASSWORDS) {
      await app.client().signIn('credentials', { password });
    }

    expect(app.logs.errors.length - before).toBe(PASSWORDS.length);
    expect(app.logs.lines.join('\n')).not.toContain('canary');
  });
});
