import { All, Controller, Get, Post, Req, Res, type Type, VERSION_NEUTRAL } from '@nestjs/common';
import type { ResolvedAuthConfig } from './config/resolved-auth-config.js';
import { AuthContextService } from './exchange/auth-context.service.js';
import type { PlatformRequest } from './exchange/platform-request.js';
import { type PlatformResponse, writeToPlatform } from './exchange/platform-response.js';
import type { AuthRoute } from './http/auth-route.js';
import { AUTH_ROUTES } from './http/auth-routes.js';
import { AuthHandler } from './http/auth.handler.js';
import type { HandleOptions } from './http/handle-options.js';
import { DescribeAs, describeEndpoint, Undescribed } from './http/describe-endpoint.js';
import { Public } from './protect/public.decorator.js';

/** Base of the controllers below: passes requests to the pipeline and writes its responses. */
@Public()
abstract class Door {
  constructor(
    private readonly handler: AuthHandler,
    private readonly contexts: AuthContextService,
  ) {}

  /** @internal */
  async handle(
    req: PlatformRequest,
    res: PlatformResponse,
    options?: HandleOptions,
  ): Promise<void> {
    writeToPlatform(res, await this.handler.handle(this.contexts.endpoint(req), options));
  }
}

/**
 * The endpoints as Nest routes. Each module has its own class: its path is the module's extra
 * `basePath`, and its methods are made by {@link mapRoutes}.
 * @see docs/design/wire-contract.md 6
 */
export abstract class AuthController extends Door {}

/** The controllers of one module, in the order in which their routes are registered. */
export interface MountedControllers {
  /** Has no routes until {@link mapRoutes} adds them. */
  readonly endpoints: Type<AuthController>;
  /**
   * Every other path below the mount path (see {@link spellRoutesFor}), so that we can refuse it.
   * @see docs/design/wire-contract.md REQ-6, REQ-7
   */
  readonly others: Type;
}

/**
 * The controllers at a path. Each module has its own classes, since paths are metadata of a class.
 * There are two, since Express takes the first route that matches and a guard that counts attempts
 * counts them by handler.
 */
export function authControllersAt(path: string): MountedControllers {
  @Controller({ path, version: VERSION_NEUTRAL })
  @DescribeAs('Authentication')
  class AuthEndpoints extends AuthController {}

  @Controller({ path, version: VERSION_NEUTRAL })
  @Undescribed()
  class OtherAuthPaths extends Door {
    @All(EVERYTHING.express)
    other(@Req() req: PlatformRequest, @Res() res: PlatformResponse): Promise<void> {
      return this.handle(req, res, { spelling: 'exact' });
    }
  }

  return { endpoints: AuthEndpoints, others: OtherAuthPaths };
}

/** The pattern for every path below, which each platform's router spells differently. */
const EVERYTHING = { express: '{*path}', fastify: '*' } as const;

/** Spells the last route as the platform requires; called before the routes are registered. */
export function spellRoutesFor({ others }: MountedControllers, platform: string): void {
  const path = platform === 'fastify' ? EVERYTHING.fastify : EVERYTHING.express;
  const own = Object.getOwnPropertyDescriptor(others.prototype, 'other') as { value: object };
  Reflect.defineMetadata(PATH_METADATA, path, own.value);
}

/**
 * Maps the routes of the table that a configuration uses; called before the routes are registered.
 * A request to any other route reaches the last one, which refuses it.
 * @param use - the configuration, undefined where it is made for each request and may use every
 * route; and the names of the parameters in front of the endpoints
 */
export function mapRoutes(
  { endpoints }: MountedControllers,
  { config, inFront }: { config: ResolvedAuthConfig | undefined; inFront: readonly string[] },
): void {
  const prototype = endpoints.prototype as AuthController;
  for (const route of AUTH_ROUTES) {
    // One module may be started several times, with different configurations.
    Reflect.deleteProperty(prototype, route.name);
    if (!config || isMapped(route, config)) mapRoute(prototype, route, inFront);
  }
}

function isMapped({ isMapped: asks, isOn }: AuthRoute, config: ResolvedAuthConfig): boolean {
  return asks?.(config) ?? isOn?.(config) ?? true;
}

/** Does what the decorators of a method written by hand would do. */
function mapRoute(prototype: AuthController, route: AuthRoute, inFront: readonly string[]): void {
  const { name, method, path } = route;
  const methods = {
    // Guards that count attempts, and API documentation, identify a handler by this name.
    [name](this: AuthController, req: PlatformRequest, res: PlatformResponse): Promise<void> {
      return this.handle(req, res);
    },
  };
  const descriptor = Object.getOwnPropertyDescriptor(methods, name) as { value: object };
  Object.defineProperty(prototype, name, descriptor);
  Req()(prototype, name, 0);
  Res()(prototype, name, 1);
  (method === 'GET' ? Get : Post)(path)(prototype, name, descriptor);
  describeEndpoint(descriptor.value, route, inFront);
}

/** The metadata key under which Nest stores the path of a route. */
const PATH_METADATA = 'path';
