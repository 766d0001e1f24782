import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AuthError } from '../../errors/auth.error.js';
import { publicUrl } from './public-url.js';

const ctx = { origin: 'https://app.com' };

describe('publicUrl', () => {
  it.each([
    ['/auth/signin', '', 'https://app.com/auth/signin'],
    ['/auth/signin', 'a=1&b=%5C', 'https://app.com/auth/signin?a=1&b=%5C'],
    ['//x/auth', '', 'https://app.com//x/auth'],
    ['/%2F/a%20b', '', 'https://app.com/%2F/a%20b'],
  ])('for the path %s and the query "%s" returns %s', (path, search, expected) => {
    expect(publicUrl(ctx, path, search).href).toBe(expected);
  });

  it.each([
    ['munity://x/auth', ''],
    ['@evil.test/auth', ''],
    ['.evil.test/auth', ''],
    [':8443/auth', ''],
    [':port/auth', ''],
    ['evil/auth', ''],
    ['', ''],
    ['/../auth', ''],
    ['/x/%2E%2e/auth', ''],
    ['/\\x@evil.test/auth', ''],
    ['/auth?', ''],
    ['/auth#', ''],
    ['/auth', 'a#b'],
    ['/a\tuth', ''],
    ['/a b', ''],
    ['/bücher', ''],
  ])(
    'refuses the path %j and the query %j, which a URL parser would change (S1, N11)',
    (path, search) => {
      expect(() => publicUrl(ctx, path, search)).toThrow(AuthError);
      expect(() => publicUrl(ctx, path, search)).toThrow(
        'cannot build a URL at https://app.com: a URL parser would change',
      );
    },
  );
});

it.each(['https://app.com:443', 'https://APP.com', 'https://u@app.com', 'x'])(
  'publicUrl refuses %s, which is not the origin of any URL (S1)',
  (origin) => {
    expect(() => publicUrl({ origin }, '/auth/signin')).toThrow(AuthError);
  },
);

/** Files that may build a URL: public-url.ts, and those that check or restore a given target. */
const MAKERS = [
  // The origin itself.
  'model/hosts.ts',
  // A provider's address, for an error message.
  'oauth/client/fetch-document.ts',
  // Restores the origin that was removed from a checked target before sealing.
  'oauth/oauth.flow.ts',
  'request/redirects/callback-url.service.ts',
  'request/redirects/public-url.ts',
  // A page of the application, which was checked at startup.
  'request/redirects/request-urls.ts',
  'request/redirects/safe-redirect.ts',
];

it('only the files in this list join an origin and a path (S1)', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.spec\.tsx?$/.test(file),
  );
  const makers = sources.filter((file) =>
    /(?:[oO]rigin|baseUrl)\}\$\{|[oO]rigin \+ |:\/\/\$\{|new URL\([^;]+, .*[oO]rigin\)/.test(
      readFileSync(join(root, file), 'utf8'),
    ),
  );

  expect(sources.length).toBeGreaterThan(200);
  expect(makers.sort()).toEqual(MAKERS);
});
