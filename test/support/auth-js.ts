import { Auth } from '@auth/core';
import type { AuthConfig } from '@auth/core';
import Credentials from '@auth/core/providers/credentials';
import { PASSWORD, SECRET } from './test-app.js';

/** An Auth.js application with the same secret and the same password for every user. */
const config: AuthConfig = {
  basePath: '/auth',
  secret: SECRET,
  trustHost: true,
  logger: { error: () => undefined },
  providers: [
    Credentials({
      credentials: { username: {}, password: {} },
      authorize: ({ username, password }) =>
        password === PASSWORD
          ? { id: `id-of-${String(username)}`, name: String(username), email: 'jane@example.com' }
          : null,
    }),
  ],
};

/** A browser that uses an Auth.js application. */
export class AuthJsClient {
  /** The values to send, by name. */
  readonly cookies = new Map<string, string>();

  /** @param origin - `http://…` or `https://…`, which determines the cookie names */
  constructor(private readonly origin: string) {}

  /** Copies the cookies of another browser. */
  adopt(cookies: ReadonlyMap<string, string>): this {
    for (const [name, value] of cookies) this.cookies.set(name, value);
    return this;
  }

  async session(): Promise<unknown> {
    return (await this.send('session')).json();
  }

  async signIn(username: string): Promise<Response> {
    const { csrfToken } = (await (await this.send('csrf')).json()) as { csrfToken: string };
    const form = new URLSearchParams({ csrfToken, username, password: PASSWORD });
    return this.send('callback/credentials', { method: 'POST', body: form });
  }

  async signOut(): Promise<Response> {
    const { csrfToken } = (await (await this.send('csrf')).json()) as { csrfToken: string };
    return this.send('signout', { method: 'POST', body: new URLSearchParams({ csrfToken }) });
  }

  private async send(action: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const request = new Request(`${this.origin}/auth/${action}`, { ...init, headers: { cookie } });
    const response = await Auth(request, config);
    for (const line of response.headers.getSetCookie()) this.keep(line);
    return response;
  }

  private keep(line: string): void {
    const [pair = ''] = line.split(';');
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    if (value === '') this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
