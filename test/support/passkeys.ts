import { type Adapter, Passkey, type WebAuthnConfig } from '@authnest/core';
import { type ClientResponse, MemoryAdapter } from '@authnest/testing';
import type { Behaviour, BrowserResponse, Options } from './software-authenticator.js';
import { SoftwareAuthenticator } from './software-authenticator.js';
import { type CheckedClient, credentials, TestApp, type TestAppOptions } from './test-app.js';

/** The response from the options endpoint. */
export interface OptionsResponse {
  action: 'authenticate' | 'register';
  options: Options & {
    allowCredentials?: { id: string; type: string; transports?: string[] }[];
    excludeCredentials?: { id: string }[];
  };
}

/** Starts an application with passkeys, and with sign-in by password. */
export function startPasskeyApp({
  adapter = new MemoryAdapter(),
  provider = {},
  config = {},
  ...options
}: {
  adapter?: Adapter;
  provider?: Partial<WebAuthnConfig>;
} & TestAppOptions): Promise<TestApp> {
  return TestApp.start({
    ...options,
    config: {
      adapter,
      providers: [credentials(), Passkey(provider)],
      experimental: { enableWebAuthn: true },
      ...config,
    },
  });
}

/** The browser of a user with passkeys. */
export class PasskeyUser {
  constructor(
    readonly app: TestApp,
    readonly browser: CheckedClient = app.client(),
    readonly provider = 'passkey',
  ) {}

  async ask(query: Record<string, string> = {}): Promise<OptionsResponse> {
    return (await this.askFor(query)).json<OptionsResponse>();
  }

  askFor(query: Record<string, string> = {}): Promise<ClientResponse> {
    const search = new URLSearchParams(query).toString();
    return this.browser.get(`/auth/webauthn-options/${this.provider}?${search}`, {
      accept: 'application/json',
    });
  }

  async respond(
    action: string,
    data: BrowserResponse | string,
    fields: Record<string, string> = {},
  ): Promise<ClientResponse> {
    const csrfToken = await this.browser.csrfToken();
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    return this.browser.post(`/auth/callback/${this.provider}`, {
      form: { csrfToken, action, data: text, ...fields },
    });
  }

  /** Registers a user, or adds a passkey if the browser is signed in. */
  async register(
    email = 'ada@example.com',
    authenticator = new SoftwareAuthenticator(this.app.url),
    behaviour: Behaviour = {},
  ): Promise<{ authenticator: SoftwareAuthenticator; response: ClientResponse }> {
    const { options } = await this.ask({ action: 'register', email });
    const made = authenticator.create(options, behaviour);
    return { authenticator, response: await this.respond('register', made) };
  }

  async signIn(
    authenticator: SoftwareAuthenticator,
    behaviour: Behaviour = {},
    query: Record<string, string> = {},
  ): Promise<ClientResponse> {
    const { options } = await this.ask({ action: 'authenticate', ...query });
    return this.respond('authenticate', authenticator.get(options, behaviour));
  }

  session<T = { user?: { email?: string }; expires: string } | null>(): Promise<T> {
    return this.browser.session<T>();
  }
}

/** Whether a response is the redirect for a refused passkey. */
export function isRefused({ location = '', status }: ClientResponse): boolean {
  return status === 302 && location.endsWith('/auth/signin?error=WebAuthnVerificationError');
}
