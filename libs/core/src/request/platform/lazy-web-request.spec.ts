import { jest } from '@jest/globals';
import { lazyWebRequest } from './lazy-web-request.js';

const made = () =>
  new Request('http://localhost/auth/callback/credentials?a=1', {
    method: 'POST',
    headers: { 'x-trace': '7' },
    body: '{"username":"ada"}',
  });

describe('a web request that is created on first use', () => {
  it('is created on the first read, and only once', () => {
    const make = jest.fn(made);

    const request = lazyWebRequest(make);
    const calls = [make.mock.calls.length];
    expect([request.method, request.url]).toEqual([
      'POST',
      'http://localhost/auth/callback/credentials?a=1',
    ]);
    calls.push(make.mock.calls.length);

    expect(calls).toEqual([0, 1]);
  });

  it('is a `Request`, with headers, methods and a body that is read once', async () => {
    const request = lazyWebRequest(made);

    expect(request).toBeInstanceOf(Request);
    expect('signal' in request).toBe(true);
    expect(request.constructor).toBe(Request);
    expect(request.headers.get('x-trace')).toBe('7');
    expect(await request.clone().text()).toBe('{"username":"ada"}');
    expect(await request.json()).toEqual({ username: 'ada' });
    expect(request.bodyUsed).toBe(true);
  });

  it('can be cloned and passed to the constructor of another request', async () => {
    const other = new Request('http://localhost/other', lazyWebRequest(made).clone());

    expect([other.headers.get('x-trace'), await other.text()]).toEqual(['7', '{"username":"ada"}']);
  });

  it('keeps a property that is set on it', () => {
    const request = lazyWebRequest(made) as Request & { tenant?: string };

    request.tenant = 'acme';

    expect(request.tenant).toBe('acme');
  });
});
