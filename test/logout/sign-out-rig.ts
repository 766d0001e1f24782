import {
  type AuthConfig,
  AuthService,
  OIDC,
  type OIDCConfig,
  type Provider,
  type PlatformRequest,
  type PlatformResponse,
} from '@authnest/core';
import { type ClientResponse, FakeOAuthServer } from '@authnest/testing';
import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import {
  type CheckedClient,
  type Platform,
  TestApp,
  type TestAppOptions,
} from '../support/test-app.js';
import { Watched } from '../support/watched.js';

/** A controller that signs out on a path of the application. */
@Controller('app')
class SignOutController {
  constructor(private readonly auth: AuthService) {}

  @Get('sign-out') async signOut(
    @Req() request: PlatformRequest,
    @Res({ passthrough: true }) response: PlatformResponse,
    @Query() { federated, ...params }: Record<string, string>,
  ): Promise<string> {
    const isFederated = federated === 'true';
    return (await this.auth.signOut({ request, response, params, federated: isFederated })).url;
  }
}

/** An application with a provider that can be made to fail. */
export class SignOutRig {
  private constructor(
    readonly server: FakeOAuthServer,
    readonly app: TestApp,
    readonly watched: Watched,
    private readonly options: TestAppOptions,
  ) {}

  static async start(
    platform: Platform,
    {
      provider,
      config,
      others,
      watched = new Watched(),
    }: {
      provider?: Partial<OIDCConfig>;
      config?: Partial<AuthConfig>;
      others?(server: FakeOAuthServer): Provider[];
      watched?: Watched;
    } = {},
  ): Promise<SignOutRig> {
    const server = await FakeOAuthServer.start({ issuer: 'https://idp.example' });
    server.idToken = { claims: { sid: 'sid-1' } };
    const idp = OIDC({ id: 'idp', name: 'IdP', ...server.client, logout: true, ...provider });
    const options: TestAppOptions = {
      platform,
      module: { controllers: [SignOutController] },
      config: {
        ...watched.config,
        providers: [idp, ...(others?.(server) ?? [])],
        fetch: server.fetch,
        session: { strategy: 'jwt' },
        ...config,
      },
    };
    return new SignOutRig(server, await TestApp.start(options), watched, options);
  }

  /** Starts another instance of the application, with the same store. */
  another(config: Partial<AuthConfig> = {}): Promise<TestApp> {
    const { options } = this;
    return TestApp.start({ ...options, config: { ...options.config, ...config } });
  }

  /** Returns a browser that has just signed in. */
  async signedIn(browser = this.app.client(), id = 'idp'): Promise<CheckedClient> {
    const started = await browser.signIn(id, { callbackUrl: '/home' });
    const { url } = await this.server.authorize(started.location ?? '');
    const { location } = await browser.get(url.href);
    expect(location).toBe(`${this.app.url}/home`);
    return browser;
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.server.close();
  }
}

/** Whether a response clears the session cookie. */
export function clearsSession({ headers }: ClientResponse): boolean {
  const lines = headers['set-cookie'] ?? [];
  return lines.some((line) => /session-token=;.*Max-Age=0/.test(line));
}
