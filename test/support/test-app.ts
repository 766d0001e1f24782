import {
  type AuthConfig,
  type AuthConfigInput,
  AuthModule,
  type AuthModuleExtras,
  type User,
} from '@authnest/core';
import { CookieClient, type ClientResponse } from '@authnest/testing';
import type {
  DynamicModule,
  INestApplication,
  ModuleMetadata,
  NestApplicationOptions,
} from '@nestjs/common';
import { type AbstractHttpAdapter, NestFactory } from '@nestjs/core';
import { setTimeout } from 'node:timers/promises';
import { LogCollector } from './log-collector.js';
import { assertOracles, recordFaults } from './oracles.js';
import type { Platform } from './platforms.js';

export { platforms, type Platform } from './platforms.js';

/** A secret of sufficient length, and a canary: it must never appear in a log or a response. */
export const SECRET = 'canary-secret-2f7c1be0a94d48d3b6c5e1f0a7d9';
export const PASSWORD = 'canary-password-77b1';

export interface TestAppOptions {
  platform: Platform;
  /** Merged over a configuration with one credentials provider. */
  config?: Partial<AuthConfig>;
  /** Replaces the whole configuration, for example with a function of the request. */
  input?: AuthConfigInput;
  extras?: AuthModuleExtras;
  /** Imports the module in a way other than `forRoot`. */
  auth?(config: AuthConfigInput): DynamicModule;
  module?: ModuleMetadata;
  /** Called before the application starts, to set prefixes, pipes, filters … */
  configure?(app: INestApplication): void;
  /** Options for the application, such as `rawBody`. */
  appOptions?: NestApplicationOptions;
  /** Options for the platform's adapter. */
  platformOptions?: Record<string, unknown>;
  /** The port, for a restart on the same one: a {@link freePort}. @default any */
  port?: number;
}

/** A running application, whose clients check every response. */
export class TestApp {
  private constructor(
    readonly app: INestApplication,
    readonly url: string,
    readonly logs: LogCollector,
    private readonly basePath: string,
    /** First visits, by what differs between browsers; unknown if the configuration may change. */
    readonly visits: Map<string, Visit> | undefined,
  ) {}

  static async start(options: TestAppOptions): Promise<TestApp> {
    const logs = new LogCollector();
    const config: AuthConfigInput = options.input ?? {
      secret: SECRET,
      trustHost: true,
      logger: logs,
      // Hostile tests repeat attempts on purpose; test/limits tests the limits.
      limits: false,
      providers: [credentials()],
      ...options.config,
    };
    const { imports = [], ...module } = options.module ?? {};
    const auth = options.auth?.(config) ?? AuthModule.forRoot(config, options.extras);
    const root = { module: class RootModule {}, ...module, imports: [auth, ...imports] };
    const appOptions = { logger: false, abortOnError: false, ...options.appOptions } as const;
    const app = await NestFactory.create(root, await adapterOf(options), appOptions);
    options.configure?.(app);
    await app.listen(options.port ?? 0, '127.0.0.1');
    const { port } = app.getHttpServer().address() as { port: number };
    recordFaults();
    const url = `http://127.0.0.1:${port}`;
    const visits = options.input ? undefined : new Map<string, Visit>();
    return new TestApp(app, url, logs, options.extras?.basePath ?? '/auth', visits);
  }

  /** Returns a new browser. */
  client(headers?: Record<string, string>, basePath = this.basePath): CheckedClient {
    return new CheckedClient(this, basePath, headers);
  }

  /** Closes the application, and checks what must be true after every test. */
  async close(): Promise<void> {
    // A browser may outlive the application, and visit the next one on this port.
    this.visits?.clear();
    await this.app.close();
    assertOracles(this.logs, [SECRET, PASSWORD]);
  }
}

/** Loads only the application's platform; loading the other would take a tenth of the time. */
async function adapterOf(options: TestAppOptions): Promise<AbstractHttpAdapter> {
  if (options.platform === 'express') {
    const { ExpressAdapter } = await import('@nestjs/platform-express');
    return new ExpressAdapter();
  }
  const { FastifyAdapter } = await import('@nestjs/platform-fastify');
  return new FastifyAdapter(options.platformOptions);
}

/** What a browser was given at its first visit. */
interface Visit {
  readonly csrfToken: string;
  readonly cookies: readonly (readonly [name: string, value: string])[];
}

/** A browser that checks what must be true of every response. @see docs/design/security-bar.md O2, O5 */
export class CheckedClient extends CookieClient {
  private readonly visits: Map<string, Visit> | undefined;
  private readonly visitor: string;

  constructor(
    owner: { readonly url: string; readonly visits?: Map<string, Visit> },
    private readonly authPath = '/auth',
    headers: Record<string, string> = {},
  ) {
    super(owner.url, { basePath: authPath, headers });
    this.visits = owner.visits;
    // Only tests of limits read that header.
    this.visitor = JSON.stringify([authPath, { ...headers, 'x-test-address': undefined }]);
  }

  /** Signs in, and lets a millisecond pass: a session moves its end only to a later one. */
  override async signIn(
    provider: string,
    fields: Readonly<Record<string, string>> = {},
    headers?: Readonly<Record<string, string | undefined>>,
  ): Promise<ClientResponse> {
    const action = ['credentials', 'password'].includes(provider) ? 'callback' : 'signin';
    const form = { csrfToken: await this.knownCsrfToken(), ...fields };
    const response = await this.post(`${this.authPath}/${action}/${provider}`, { form, headers });
    await setTimeout(2);
    return response;
  }

  /**
   * Returns what the first browser with the same headers was given, along with its cookies, unless
   * this browser has others: to fetch a CSRF token takes as long as to sign in.
   */
  async knownCsrfToken(): Promise<string> {
    const isNew = this.cookies.size === 0;
    const known = this.visits?.get(this.visitor);
    if (known && isNew) for (const [name, value] of known.cookies) this.cookies.set(name, value);
    if (known && this.hasCsrfCookieOf(known)) return known.csrfToken;
    const csrfToken = await this.csrfToken();
    if (isNew) this.visits?.set(this.visitor, { csrfToken, cookies: [...this.cookies] });
    return csrfToken;
  }

  private hasCsrfCookieOf({ cookies }: Visit): boolean {
    const [name = '', value] = cookies.find(([cookie]) => cookie.endsWith('csrf-token')) ?? [];
    return value !== undefined && this.cookies.get(name) === value;
  }

  override async request(
    method: string,
    path: string,
    headers?: Record<string, string | undefined>,
    body?: string,
  ): Promise<ClientResponse> {
    const response = await super.request(method, path, headers, body);
    const isOurs =
      path.startsWith(`${this.authPath}/`) && response.headers['x-powered-by-host'] === undefined;
    const faults = [...(isOurs ? wrongHeaders(response) : []), ...toldBy(response)];
    // Without `expect`, which takes longer than a request, of which there are 100,000.
    if (faults.length > 0) throw new Error(`${method} ${path}: ${faults.join(', ')}`);
    return response;
  }

  /** Returns the session from the endpoint. */
  async session<T = { user?: User; expires: string } | null>(): Promise<T> {
    return (await this.get(`${this.authPath}/session`)).json<T>();
  }
}

/** The headers of every response from an action; `none` means that the header is missing. */
const HEADERS = {
  'x-content-type-options': /^nosniff$/,
  'cache-control': /no-store/,
  'content-type': /charset=utf-8/i,
  etag: /^none$/,
} as const;

function wrongHeaders({ headers }: ClientResponse): string[] {
  return Object.entries(HEADERS)
    .map(([name, right]) => ({ name, right, value: `${headers[name] ?? 'none'}` }))
    .filter(({ right, value }) => !right.test(value))
    .map(({ name, value }) => `the header ${name} is ${value}`);
}

function toldBy({ text }: ClientResponse): string[] {
  return [SECRET, PASSWORD]
    .filter((canary) => text.includes(canary))
    .map((canary) => `the body reveals ${canary}`);
}

/** Returns a credentials provider that accepts every user name with {@link PASSWORD}. */
export function credentials() {
  return {
    id: 'credentials',
    name: 'Credentials',
    type: 'credentials' as const,
    credentials: { username: {}, password: { type: 'password' } },
    authorize: ({ username, password }: { username?: string; password?: string }): User | null =>
      username !== undefined && password === PASSWORD
        ? { id: `id-of-${username}`, name: username, email: `${username}@example.com` }
        : null,
  };
}

/** The fields that sign Jane in. */
export const JANE = { username: 'jane', password: PASSWORD } as const;
export const OTTO = { username: 'otto', password: PASSWORD } as const;
