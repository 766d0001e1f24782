import { type AuthClient, type AuthClientOptions, createAuthClient } from '@authnest/client';
import type { CookieClient } from '@authnest/testing';
import type { TestApp } from '../support/test-app.js';

/** A client whose requests keep cookies, as those of a browser do. */
export function clientIn(app: TestApp, options: AuthClientOptions = {}): AuthClient {
  const baseUrl = `${app.url}/auth`;
  return createAuthClient({ baseUrl, fetch: fetchWith(app.client()), ...options });
}

/** Returns a `fetch` that sends the cookies of a browser. */
export function fetchWith(browser: CookieClient): typeof fetch {
  return async (input, { method = 'GET', headers = {}, body } = {}) => {
    const url = String(input as string);
    const sent = Object.fromEntries(new Headers(headers));
    const response = await browser.request(method, url, sent, body as string | undefined);
    const received = Object.entries(response.headers).flatMap(([name, value]) =>
      name === 'set-cookie' ? [] : [[name, String(value)] as [string, string]],
    );
    const { status, text } = response;
    return Object.defineProperty(new Response(text, { status, headers: received }), 'url', {
      value: url,
    });
  };
}
