import { plainOAuth } from '../support/plain-oauth.js';
import { startOutcome } from '../support/start-outcome.js';
import { credentials, platforms, SECRET, TestApp } from '../support/test-app.js';

describe.each(platforms())('configurations that do not start on %s', (platform) => {
  it.each([
    ['one id twice', ['gh', 'gh']],
    ['ids that differ in case only', ['gh', 'GH']],
    ['the name of an endpoint', ['session']],
    ['the id `undefined`', ['undefined']],
    ['a path', ['../x']],
    ['a slash', ['a/b']],
    ['an encoded slash', ['a%2Fb']],
    ['a query', ['a?b']],
    ['an empty id', ['']],
    ['a special key', ['__proto__']],
  ])('providers with %s (A32)', async (_, ids) => {
    const providers = ids.map((id) => plainOAuth({ id }));

    const outcome = await startOutcome({ platform, config: { providers } });

    expect(outcome).toMatch(/providers\[\d\]\.id: /);
    const overridden = ids.map((id) => plainOAuth({ id: 'idp', options: { id } }));
    expect(await startOutcome({ platform, config: { providers: overridden } })).toMatch(
      /providers\[\d\]\.id: /,
    );
  });

  it.each([
    ['an empty entry', [SECRET, '']],
    ['a blank entry', [`  `, SECRET]],
    ['a blank entry of sufficient length', [SECRET, ' '.repeat(40)]],
    ['a line break', [SECRET, '\n']],
    ['no entry', []],
  ])('secrets with %s (A48)', async (_, secret) => {
    const outcome = await startOutcome({ platform, config: { secret } });

    expect(outcome).toMatch(/secret: /);
    expect(outcome).not.toContain(SECRET);
    expect(await startOutcome({ platform, config: { jwt: { secret } } })).toMatch(/jwt\.secret: /);
  });

  it('accepts no empty key: a token that is sealed with one signs nobody in (A48)', async () => {
    const app = await TestApp.start({ platform, config: { secret: [SECRET, `${SECRET}-old`] } });
    const browser = app.client();
    const unsigned = [
      'eyJhbGciOiJub25lIn0.eyJzdWIiOiJpZC1vZi1qYW5lIn0.',
      'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiIn0..AAAAAAAAAAAAAAAAAAAAAA.AAAA.AAAA',
      'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA',
    ];
    for (const token of unsigned) {
      browser.cookies.set('authjs.session-token', token);
      expect(await browser.session()).toBeNull();
    }
    await app.close();
  });

  it.each([
    '*.app.example',
    'https://*.app.example',
    'app.example',
    'https://app.example/',
    'https://app.example/path',
    'https://user@app.example',
    '',
    'null',
    '*',
    'HTTPS://APP.EXAMPLE',
  ])('%j as a trusted origin (A15)', async (origin) => {
    const outcome = await startOutcome({ platform, config: { trustedOrigins: [origin] } });

    expect(outcome).toMatch(/trustedOrigins: /);
  });
});

describe.each(platforms())('a list of trusted origins on %s (A15)', (platform) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({
      platform,
      config: { providers: [credentials()], trustedOrigins: ['https://app.example'] },
    });
  });
  afterAll(() => app.close());

  it.each([
    'https://evil.test?https://app.example',
    'https://evilapp.example',
    'https://app.example.evil.test',
    'https://evil.test/.app.example',
    'https://app.example@evil.test',
    'https://app.example:8443',
    'http://app.example',
    'https://sub.app.example',
    'https://app.example/',
    'https://APP.example',
    'app.example',
  ])('accepts no post from an origin that only resembles an entry: %s', async (origin) => {
    const browser = app.client();
    const form = { csrfToken: await browser.csrfToken() };

    const refused = await browser.post('/auth/signout', { form, headers: { origin } });
    const allowed = await browser.post('/auth/signout', {
      form,
      headers: { origin: 'https://app.example' },
    });

    expect(refused.status).toBe(403);
    expect(allowed.status).toBe(302);
  });
});
