import { Injectable, UnauthorizedException } from '@nestjs/common';
import type { AdapterUser } from '../../adapter/adapter-rows.js';
import { AuthConfigService } from '../../config/auth-config.service.js';
import type { ResolvedAuthConfig } from '../../config/resolved-auth-config.js';
import { AuthError } from '../../errors/auth.error.js';
import { AuthContextService } from '../../request/auth-context.service.js';
import { endpointRequest } from '../../request/body/endpoint-request.js';
import type { ActionContext } from '../../request/context/action-context.js';
import type { SessionContext } from '../../request/context/session-context.js';
import type { PlatformRequest } from '../../request/platform/platform-request.js';
import type { PlatformResponse } from '../../request/platform/platform-response.js';
import { refuseStale } from '../../sign-in/refuse-stale.js';
import type { WaysOf } from '../../sign-in/way-in.js';
import { AccountOwnerService } from './account-owner.service.js';

/** A request to a route of the application, and its response. */
export interface Exchange {
  readonly request: PlatformRequest;
  readonly response: PlatformResponse;
}

/** One of our endpoints, and the fields of its form. */
interface Endpoint {
  readonly action: string;
  readonly params?: Readonly<Record<string, string>>;
}

/** Opens requests to other routes of the application, for what it calls. */
@Injectable()
export class AccountRequestsService {
  constructor(
    private readonly contexts: AuthContextService,
    private readonly configs: AuthConfigService,
    private readonly owners: AccountOwnerService,
  ) {}

  open(request: PlatformRequest): Promise<SessionContext> {
    return Promise.resolve(this.contexts.openRoute(request));
  }

  /** @throws {UnauthorizedException} if nobody is signed in, or the user is not stored */
  async owner(request: PlatformRequest): Promise<WaysOf> {
    const owner = await this.owners.find(await this.open(request));
    if (!owner) throw new UnauthorizedException();
    return owner;
  }

  /** Runs a change for the user of a request, and sets the cookies that it changes. */
  async change<T>(
    { request, response }: Exchange,
    work: (owner: WaysOf) => Promise<T>,
  ): Promise<T> {
    const owner = await this.owner(request);
    const result = await refuseStale(owner.ctx, () => work(owner));
    this.contexts.send(request, response, owner.ctx.cookies.changed());
    return result;
  }

  /** Runs what one of our endpoints does. */
  async act<T>(
    { request, response }: Exchange,
    { action, params = {} }: Endpoint,
    work: (ctx: ActionContext, user: AdapterUser) => Promise<T>,
  ): Promise<T> {
    const base = this.contexts.route(request);
    const posted = endpointRequest(base, { action, body: params });
    const session = await this.contexts.openSession(posted);
    const owner = await this.owners.find(session);
    if (!owner) throw new UnauthorizedException();
    const ctx = await this.contexts.open(session, { action }, {});
    const result = await refuseStale(ctx, () => work(ctx, owner.user));
    this.contexts.send(request, response, ctx.cookies.changed());
    return result;
  }

  /** @throws {AuthError} if the configuration depends on the request */
  get config(): ResolvedAuthConfig {
    const { static: config } = this.configs;
    if (config) return config;
    throw new AuthError(
      'UserAccountService.find: the configuration is a function of the request; ask your adapter',
    );
  }
}
