import {
  type AuthConfig,
  AuthModule,
  CurrentUser,
  Email,
  Passkey,
  type PlatformRequest,
  SessionGuard,
  type User,
} from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { Controller, Get, Module, UseGuards } from '@nestjs/common';
import { plainOAuth } from './plain-oauth.js';
import { type CheckedClient, credentials, type Platform, SECRET, TestApp } from './test-app.js';
import { OrdersController } from './whole-job.js';

/** The ways to separate the two realms of a {@link RealmApp}. */
export const separations = ['instances', 'instances of one cookie name', 'tenants'] as const;
export type Separation = (typeof separations)[number];

/** One realm of an application: its paths, and the prefix of its cookies. */
export interface Realm {
  readonly name: string;
  readonly authPath: string;
  readonly guarded: string;
  readonly headers: Record<string, string>;
  readonly cookies: string;
}

const instances = (shop: string, admin: string): readonly [Realm, Realm] => [
  { name: 'shop', authPath: '/auth', guarded: '/orders', headers: {}, cookies: shop },
  {
    name: 'admin',
    authPath: '/admin/auth',
    guarded: '/admin/orders',
    headers: {},
    cookies: admin,
  },
];

const tenant = (name: string): Realm => ({
  name,
  authPath: '/auth',
  guarded: '/orders',
  headers: { 'x-tenant': name },
  cookies: 'authjs.',
});

/** The two realms for each way to separate them. */
export const realmsOf: Record<Separation, readonly [Realm, Realm]> = {
  instances: instances('authjs.', 'authnest-admin-auth.'),
  'instances of one cookie name': instances('own.', 'own.'),
  tenants: [tenant('acme'), tenant('beta')],
};

@Controller('admin/orders')
@UseGuards(SessionGuard)
class AdminController {
  @Get() list(@CurrentUser() user: User): { user: User } {
    return { user };
  }
}

/** Cookie names that a configuration might set for both of its modules. */
const OWN_NAMES: AuthConfig['cookies'] = {
  sessionToken: { name: 'own.session-token' },
  callbackUrl: { name: 'own.callback-url' },
  csrfToken: { name: 'own.csrf-token' },
  pkceCodeVerifier: { name: 'own.pkce.code_verifier' },
  state: { name: 'own.state' },
  nonce: { name: 'own.nonce' },
  webauthnChallenge: { name: 'own.challenge' },
};

export interface RealmAppOptions {
  platform: Platform;
  separation: Separation;
  strategy: 'jwt' | 'database';
}

/**
 * An application with two realms that share everything possible: secret, store, limits, provider
 * ids, host, and the structure of the configuration.
 */
export class RealmApp {
  /** The emailed links, in order. */
  readonly links: string[] = [];
  /** The URLs that were requested from the OAuth provider. */
  readonly calls: string[] = [];
  readonly store = new MemoryAdapter();

  private constructor(
    private readonly strategy: 'jwt' | 'database',
    private running?: TestApp,
  ) {}

  static async start({ platform, separation, strategy }: RealmAppOptions): Promise<RealmApp> {
    const made = new RealmApp(strategy);
    made.running = await made.startAs(separation, platform);
    return made;
  }

  get app(): TestApp {
    if (!this.running) throw new Error('the application has not started');
    return this.running;
  }

  /** Returns a new browser for a realm. */
  client({ headers, authPath }: Realm): CheckedClient {
    return this.app.client(headers, authPath);
  }

  /** Returns a browser for another realm with the same cookies, under both realms' names. */
  copyOf(browser: CheckedClient, from: Realm, to: Realm): CheckedClient {
    const copy = this.client(to);
    for (const [name, value] of browser.cookies) {
      copy.cookies.set(name, value);
      copy.cookies.set(name.replace(from.cookies, to.cookies), value);
    }
    return copy;
  }

  close(): Promise<void> {
    return this.app.close();
  }

  private startAs(separation: Separation, platform: Platform): Promise<TestApp> {
    if (separation === 'tenants') return this.startTenants(platform);
    return this.startInstances(platform, separation === 'instances' ? {} : { cookies: OWN_NAMES });
  }

  private startInstances(platform: Platform, overrides: Partial<AuthConfig>): Promise<TestApp> {
    const config = this.config(overrides);
    const admin = AuthModule.forRoot(config, { basePath: '/admin/auth', isGlobal: false });
    @Module({ imports: [admin], controllers: [AdminController] })
    class AdminModule {}
    return TestApp.start({
      platform,
      input: config,
      module: { imports: [AdminModule], controllers: [OrdersController] },
    });
  }

  private startTenants(platform: Platform): Promise<TestApp> {
    const byName = new Map(['acme', 'beta'].map((name) => [name, this.config({ tenant: name })]));
    return TestApp.start({
      platform,
      input: ({ headers }: PlatformRequest) => {
        const config = byName.get(String(headers['x-tenant']));
        if (!config) throw new Error('no such tenant');
        return config;
      },
      module: { controllers: [OrdersController] },
    });
  }

  private config(overrides: Partial<AuthConfig> = {}): AuthConfig {
    return {
      secret: SECRET,
      trustHost: true,
      logger: { error: () => undefined, warn: () => undefined },
      adapter: this.store,
      session: { strategy: this.strategy },
      limits: { credentials: { identifier: 3 } },
      experimental: { enableWebAuthn: true },
      fetch: (input) => Promise.resolve(this.respond(new Request(input).url)),
      providers: [
        credentials(),
        Email({ sendVerificationRequest: ({ url }) => void this.links.push(url) }),
        plainOAuth(),
        Passkey({}),
      ],
      ...overrides,
    };
  }

  private respond(url: string): Response {
    this.calls.push(url);
    return url.endsWith('/token')
      ? Response.json({ access_token: 'canary-access', token_type: 'bearer' })
      : Response.json({ id: '7', name: 'Gita', email: 'gita@example.com' });
  }
}
