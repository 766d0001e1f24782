import {
  type AdapterAccount,
  type AuthConfig,
  type OIDCConfig,
  OIDC,
  CurrentSession,
  ProviderTokensService,
  type Session,
  SessionGuard,
} from '@authnest/core';
import { Controller, Get, type Type, UseGuards } from '@nestjs/common';
import { FakeOAuthServer } from '@authnest/testing';
import { type CheckedClient, type Platform, SECRET, TestApp } from './test-app.js';

/** The operations with which tests of provider tokens access the store directly. */
export interface AccountStore {
  getAccount(providerAccountId: string, provider: string): PromiseLike<AdapterAccount | null>;
  updateAccount(account: object): PromiseLike<unknown>;
}

/** An application in which Ada can sign in with a provider that issues refresh tokens. */
export class TokenApp {
  private constructor(
    readonly app: TestApp,
    readonly idp: FakeOAuthServer,
  ) {}

  static async start(
    platform: Platform,
    idp: FakeOAuthServer,
    config: Partial<AuthConfig>,
    provider: Partial<OIDCConfig> = {},
    onSession: (session: Session) => unknown = () => undefined,
    controllers: Type[] = [],
  ): Promise<TokenApp> {
    const providers = [OIDC({ id: 'idp', name: 'idp', ...idp.client, ...provider })];
    const app = await TestApp.start({
      platform,
      config: { providers, ...config },
      module: { controllers: [sessionController(onSession), ...controllers] },
    });
    return new TokenApp(app, idp);
  }

  /** Starts an application whose configuration is created anew for each request. */
  static async startLazy(
    platform: Platform,
    idp: FakeOAuthServer,
    config: Partial<AuthConfig>,
  ): Promise<TokenApp> {
    const providers = () => [OIDC({ id: 'idp', name: 'idp', ...idp.client })];
    const base = { secret: SECRET, trustHost: true, limits: false } as const;
    const input = () => ({ ...base, providers: providers(), ...config });
    return new TokenApp(await TestApp.start({ platform, input }), idp);
  }

  /** The service, as the application's code would inject it. */
  get tokens(): ProviderTokensService {
    return this.app.app.get(ProviderTokensService);
  }

  async signIn(provider = 'idp', browser = this.app.client()): Promise<CheckedClient> {
    const { location = '' } = await browser.signIn(provider);
    const { url } = await this.idp.authorize(location);
    const { location: target = '' } = await browser.get(url.pathname + url.search);
    if (target !== this.app.url) throw new Error(`the sign-in ended at ${target}`);
    return browser;
  }

  close(): Promise<void> {
    return this.app.close();
  }
}

/** Returns a controller with a guarded route that passes on its session. */
function sessionController(onSession: (session: Session) => unknown): Type {
  @Controller('session-of-guard')
  @UseGuards(SessionGuard)
  class SessionController {
    @Get()
    show(@CurrentSession() session: Session): string {
      onSession(session);
      return 'shown';
    }
  }
  return SessionController;
}

/** Returns Ada's only account. */
export async function rowOf(store: AccountStore): Promise<AdapterAccount> {
  const row = await store.getAccount('ada', 'idp');
  if (!row) throw new Error('Ada has no account');
  return row;
}

/** Makes the access token expire in this many seconds. */
export async function endsIn(store: AccountStore, seconds: number): Promise<void> {
  await changeRow(store, { expires_at: Math.floor(Date.now() / 1000) + seconds });
}

export async function changeRow(store: AccountStore, patch: object): Promise<void> {
  await store.updateAccount({ provider: 'idp', providerAccountId: 'ada', ...patch });
}

/** Counts the requests for new tokens that the provider received. */
export function refreshes(idp: FakeOAuthServer): number {
  return idp.requestsTo('token').filter(({ form }) => form.get('grant_type') === 'refresh_token')
    .length;
}

/** Signs in at the provider without an application. @returns the tokens */
export async function tokensOf(idp: FakeOAuthServer): Promise<object> {
  const redirect_uri = 'http://127.0.0.1/callback';
  const { clientId, clientSecret } = idp.client;
  const url = new URL(`${idp.issuer}/authorize`);
  const request = { client_id: clientId, response_type: 'code', redirect_uri, scope: 'openid' };
  url.search = `${new URLSearchParams(request)}`;
  const code = (await idp.authorize(url.href)).url.searchParams.get('code') ?? '';
  const response = await fetch(`${idp.issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri }),
  });
  const { access_token, refresh_token, id_token, scope } = (await response.json()) as Record<
    string,
    string
  >;
  return { access_token, refresh_token, id_token, scope };
}
