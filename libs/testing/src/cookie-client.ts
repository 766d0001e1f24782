import { CookieJar } from './cookies/cookie-jar.js';
import { reachable } from './cookies/reachable.js';
import { sendRequest, type ClientResponse } from './cookies/send-request.js';

type Headers = Readonly<Record<string, string | undefined>>;
type Fields = Readonly<Record<string, string>>;

/** Options of a {@link CookieClient}. */
export interface CookieClientOptions {
  /** The path at which the auth routes are mounted. @default '/auth' */
  basePath?: string;
  /** Headers for every request, for example `Origin` or `X-Forwarded-Proto`. */
  headers?: Headers;
}

/** The body of a POST request, as a form or as JSON, and its headers. */
export interface PostOptions {
  form?: Fields;
  json?: unknown;
  headers?: Headers;
}

/** Ids of the providers of `Credentials` and `Password`. */
const CHECKED_AT_ONCE = ['credentials', 'password'];

/**
 * An HTTP client that keeps the cookies of one origin between requests, as a browser does. It does
 * not follow redirects, so a test sees every response.
 *
 * ```ts
 * const client = new CookieClient(await app.getUrl());
 * await client.signIn('credentials', { username: 'jane', password: 'secret' });
 * const session = (await client.get('/auth/session')).json();
 * ```
 */
export class CookieClient {
  /** The `Set-Cookie` lines of the last response. */
  lastSetCookies: string[] = [];
  private readonly jar: CookieJar;
  private readonly origin: URL;
  private readonly basePath: string;
  private readonly headers: Headers;

  /** @param baseUrl - origin of a listening server, as `app.getUrl()` returns it */
  constructor(baseUrl: string, options: CookieClientOptions = {}) {
    this.origin = new URL(reachable(baseUrl));
    this.jar = new CookieJar(this.origin);
    this.basePath = options.basePath ?? '/auth';
    this.headers = options.headers ?? {};
  }

  /** Values by cookie name, as sent. A test may read, add and remove cookies here. */
  get cookies(): Map<string, string> {
    return this.jar.cookies;
  }

  /** @param path - path with query, or an absolute URL on this origin, such as a `Location` */
  get(path: string, headers: Headers = {}): Promise<ClientResponse> {
    return this.request('GET', path, headers);
  }

  /** Posts a form or JSON; by default an empty form. */
  post(path: string, { form, json, headers }: PostOptions = {}): Promise<ClientResponse> {
    if (json !== undefined) {
      const type = { 'content-type': 'application/json' };
      return this.request('POST', path, { ...type, ...headers }, JSON.stringify(json));
    }
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    return this.request('POST', path, { ...type, ...headers }, `${new URLSearchParams(form)}`);
  }

  /** Sends a request with the cookies, and stores the cookies from the response. */
  async request(
    method: string,
    path: string,
    headers: Headers = {},
    body?: string,
  ): Promise<ClientResponse> {
    const url = new URL(path, this.origin);
    if (url.origin !== this.origin.origin) {
      throw new Error(`CookieClient: ${url.origin} is not the origin of this client`);
    }
    const response = await sendRequest(url, {
      method,
      body,
      headers: {
        cookie: this.jar.header(url.pathname) || undefined,
        // Without this header the body would be sent in chunks, unlike in browsers.
        'content-length': body === undefined ? undefined : `${Buffer.byteLength(body)}`,
        ...this.headers,
        ...headers,
      },
    });
    this.lastSetCookies = response.headers['set-cookie'] ?? [];
    for (const line of this.lastSetCookies) this.jar.store(line, url.pathname);
    return response;
  }

  /** Fetches a CSRF token, and stores its cookie. */
  async csrfToken(): Promise<string> {
    const response = await this.get(`${this.basePath}/csrf`);
    return response.json<{ csrfToken: string }>().csrfToken;
  }

  /**
   * Signs in as the built-in pages do: posts to `callback` for `credentials` and `password`, and to
   * `signin` for any other provider. The response is usually a redirect.
   */
  async signIn(provider: string, fields: Fields = {}, headers?: Headers): Promise<ClientResponse> {
    const action = CHECKED_AT_ONCE.includes(provider) ? 'callback' : 'signin';
    const form = { csrfToken: await this.csrfToken(), ...fields };
    return this.post(`${this.basePath}/${action}/${provider}`, { form, headers });
  }

  /** Signs out as the built-in page does. */
  async signOut(fields: Fields = {}, headers?: Headers): Promise<ClientResponse> {
    const form = { csrfToken: await this.csrfToken(), ...fields };
    return this.post(`${this.basePath}/signout`, { form, headers });
  }
}
