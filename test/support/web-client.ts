import { Auth, type AuthConfigInput, type AuthExtras } from '@authnest/core';
import { type ClientResponse, CookieClient } from '@authnest/testing';
import { sentCookies } from './set-cookies.js';

/** The origin in the requests of a {@link WebClient}. */
export const WEB_ORIGIN = 'http://app.example';

/** A browser that passes its requests to `Auth` and needs no server. */
export class WebClient extends CookieClient {
  constructor(
    private readonly input: AuthConfigInput,
    basePath = '/auth',
    private readonly extras?: AuthExtras,
  ) {
    super(WEB_ORIGIN, { basePath });
  }

  override async request(
    method: string,
    path: string,
    headers: Readonly<Record<string, string | undefined>> = {},
    body?: string,
  ): Promise<ClientResponse> {
    const request = new Request(new URL(path, WEB_ORIGIN), { method, body });
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    if (cookie !== '') request.headers.set('cookie', cookie);
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined) request.headers.set(name, value);
    }
    return this.read(await Auth(request, this.input, this.extras));
  }

  private async read(response: Response): Promise<ClientResponse> {
    const { status, headers } = response;
    const text = await response.text();
    this.lastSetCookies = headers.getSetCookie();
    for (const { name, value, attributes } of sentCookies(this.lastSetCookies)) {
      if (attributes.get('Max-Age') === '0') this.cookies.delete(name);
      else this.cookies.set(name, encodeURIComponent(value));
    }
    return {
      status,
      headers: { ...Object.fromEntries(headers), 'set-cookie': this.lastSetCookies },
      text,
      location: headers.get('location') ?? undefined,
      json: <T>() => JSON.parse(text) as T,
    };
  }
}
