import { isHttpUrlOrPath, safeRedirect } from './safe-redirect.js';

const APP = 'https://app.example';

describe('safeRedirect', () => {
  it.each([
    ['/', `${APP}/`],
    ['/home', `${APP}/home`],
    ['/home?a=1#b', `${APP}/home?a=1#b`],
    ['/a//b', `${APP}/a//b`],
    ['/@evil.test', `${APP}/@evil.test`],
    ['/?next=https://evil.test', `${APP}/?next=https://evil.test`],
    ['/ü', `${APP}/%C3%BC`],
    [APP, APP],
    [`${APP}/`, `${APP}/`],
    [`${APP}/home`, `${APP}/home`],
    [`${APP}:443/home`, `${APP}/home`],
    ['https:app.example', `${APP}/`],
    ['HTTPS://APP.EXAMPLE/home', `${APP}/home`],
  ])('sends %s to %s', (url, target) => {
    expect(safeRedirect(url, APP)).toBe(target);
  });

  it.each([
    '//evil.test',
    '///evil.test',
    '\\\\evil.test',
    '/\\evil.test',
    '\\/\\/evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    'https:\\\\evil.test',
    'https://app.example@evil.test',
    'https://evil.test#@app.example',
    'https://app.example.evil.test',
    ' https://evil.test',
    ' //evil.test',
    '\u0001//evil.test',
    '\u0001https://evil.test',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'http://app.example',
    'https://app.example:8443',
  ])('refuses %j (E20)', (url) => {
    expect(safeRedirect(url, APP)).toBeUndefined();
  });

  it.each([
    '/x\r\nSet-Cookie: a=b',
    '/x\u0000',
    '/x\u0085',
    ' /home',
    '/home ',
    '\u3000/home',
    'https://user:password@app.example/',
    'https://user@app.example/',
    'blob:https://app.example/9115d58c-bcda-ff47-86e5-083e9a2153041',
    'filesystem:https://app.example/x',
    'ftp://app.example/',
    'wss://app.example/',
    'https:app.example.evil.test',
    'https:/evil.test',
    'vbscript:x',
    'home',
    '',
    '?a=1',
    '#a',
    'null',
  ])('refuses the unusual URL %j (E20)', (url) => {
    expect(safeRedirect(url, APP)).toBeUndefined();
  });

  it.each(['https://evil.test/', 'https://app.example.evil.test/'])('refuses %s (A13)', (url) => {
    expect(safeRedirect(url, APP)).toBeUndefined();
  });

  it.each(['https://[', '%', 'http://a b'])('refuses %j (A14)', (url) => {
    expect(safeRedirect(url, APP)).toBeUndefined();
  });

  it.each([
    'https://evil.test?https://app.example',
    'https://evilapp.example',
    'https://app.example.evil.test',
    'https://evil.test/.app.example',
  ])('refuses %s (A15)', (url) => {
    expect(safeRedirect(url, APP)).toBeUndefined();
  });

  it.each(['//evil.test', '\\/\\/evil.test'])('refuses %j (A16)', (url) => {
    expect(safeRedirect(url, APP)).toBeUndefined();
  });

  it('keeps `//evil.test` as the path of a URL on the origin, but refuses it on its own (A42)', () => {
    expect(safeRedirect(`${APP}//evil.test`, APP)).toBe(`${APP}//evil.test`);
    expect(safeRedirect('//evil.test', APP)).toBeUndefined();
  });

  it('treats another port as another origin', () => {
    expect(safeRedirect('http://localhost:3000/a', 'http://localhost:3000')).toBe(
      'http://localhost:3000/a',
    );
    expect(safeRedirect('http://localhost:3001/a', 'http://localhost:3000')).toBeUndefined();
  });
});

describe('isHttpUrlOrPath', () => {
  it.each(['/', '/a', 'http://a', 'https://a/b'])('accepts %s', (url) => {
    expect(isHttpUrlOrPath(url)).toBe(true);
  });

  it.each(['javascript:alert(1)', 'data:,x', 'blob:https://a/b', 'ftp://a', 'a', '', 'https://['])(
    'refuses %j (A18)',
    (url) => {
      expect(isHttpUrlOrPath(url)).toBe(false);
    },
  );
});
