import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CookieClient } from './cookie-client.js';

let server: Server;
let client: CookieClient;
let setCookies: string[] = [];
let seen: { method?: string; url?: string; headers: IncomingMessage['headers']; body: string };

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      seen = { method, url, headers, body: Buffer.concat(chunks).toString() };
      response.setHeader('set-cookie', setCookies);
      if (url === '/leave') response.writeHead(302, { location: '/elsewhere' });
      response.end(JSON.stringify({ csrfToken: 'T' }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  setCookies = [];
  client = new CookieClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(() => server.close());

async function receive(...lines: string[]): Promise<void> {
  setCookies = lines;
  await client.get('/auth/session');
  setCookies = [];
}

describe('CookieClient', () => {
  it('sends received cookies back unchanged', async () => {
    await receive('a=1; Path=/; HttpOnly', 'b=x%7Cy=; Path=/');

    await client.get('/');

    expect(seen.headers.cookie).toBe('a=1; b=x%7Cy=');
    expect(client.cookies).toEqual(
      new Map([
        ['a', '1'],
        ['b', 'x%7Cy='],
      ]),
    );
  });

  it('exposes the Set-Cookie lines of the last response', async () => {
    await receive('a=1; Path=/');
    expect(client.lastSetCookies).toEqual(['a=1; Path=/']);

    await client.get('/');
    expect(client.lastSetCookies).toEqual([]);
  });

  it.each([
    'Max-Age=0',
    'Expires=Thu, 01 Jan 1970 00:00:00 GMT',
    'Max-Age=-1; Expires=Fri, 31 Dec 2100 00:00:00 GMT',
  ])('deletes a cookie that is set with %s', async (attribute) => {
    await receive('a=1; Path=/');
    await receive(`a=; Path=/; ${attribute}`);

    expect(client.cookies.size).toBe(0);
  });

  it('does not delete a cookie that has another path', async () => {
    await receive('a=1; Path=/');
    await receive('a=; Path=/auth; Max-Age=0');

    expect(client.cookies.get('a')).toBe('1');
  });

  it('sends a cookie only to its path and the paths below it', async () => {
    await receive('a=1; Path=/auth', 'b=2');

    await client.get('/authors');
    expect(seen.headers.cookie).toBeUndefined();
    await client.get('/auth/csrf?x=/');
    expect(seen.headers.cookie).toBe('a=1; b=2');
  });

  it('rejects a cookie that does not meet the requirements of its name prefix', async () => {
    await receive(
      '__Host-a=1; Path=/',
      '__Host-b=1; Path=/auth; Secure',
      '__Host-c=1; Path=/; Secure; Domain=127.0.0.1',
      '__Secure-d=1; Path=/',
    );
    expect([...client.cookies.keys()]).toEqual([]);

    await receive('__Host-a=1; Path=/; Secure', '__Secure-d=1; Path=/; Secure');
    expect([...client.cookies.keys()]).toEqual(['__Host-a', '__Secure-d']);
  });

  it('rejects a cookie for another domain', async () => {
    await receive('a=1; Path=/; Domain=example.com');

    expect(client.cookies.size).toBe(0);
  });

  it('sends a cookie that a test added', async () => {
    client.cookies.set('planted', 'by the test');

    await client.get('/any/where');

    expect(seen.headers.cookie).toBe('planted=by the test');
  });

  it('does not follow redirects', async () => {
    const response = await client.get('/leave');

    expect(response.status).toBe(302);
    expect(response.location).toBe('/elsewhere');
    expect(seen.url).toBe('/leave');
  });

  it('posts forms and JSON', async () => {
    await client.post('/form', { form: { a: 'x y', b: 'é' } });
    expect(seen.body).toBe('a=x+y&b=%C3%A9');
    expect(seen.headers['content-type']).toBe('application/x-www-form-urlencoded');

    await client.post('/json', { json: { a: 1 }, headers: { origin: 'https://example.com' } });
    expect(seen.body).toBe('{"a":1}');
    expect(seen.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': '7',
      origin: 'https://example.com',
    });
  });

  it('adds no headers except connection and host', async () => {
    await client.get('/');

    expect(Object.keys(seen.headers).sort()).toEqual(['connection', 'host']);
  });

  it.each(['credentials', 'password'])('posts %s with a CSRF token to callback', async (id) => {
    await client.signIn(id, { username: 'jane' });

    expect([seen.url, seen.body]).toEqual([`/auth/callback/${id}`, 'csrfToken=T&username=jane']);
  });

  it('posts other providers with a CSRF token to signin', async () => {
    await client.signIn('github', { callbackUrl: '/home' });
    expect([seen.url, seen.body]).toEqual([
      '/auth/signin/github',
      'csrfToken=T&callbackUrl=%2Fhome',
    ]);
  });

  it('signs out at the given base path', async () => {
    const { port } = server.address() as AddressInfo;
    client = new CookieClient(`http://127.0.0.1:${port}`, { basePath: '/api/auth' });

    await client.signOut();

    expect([seen.method, seen.url, seen.body]).toEqual([
      'POST',
      '/api/auth/signout',
      'csrfToken=T',
    ]);
  });

  it('refuses to send its cookies to another origin', async () => {
    await expect(client.get('https://example.com/')).rejects.toThrow('not the origin');
  });
});
