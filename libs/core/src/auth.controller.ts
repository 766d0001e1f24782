import {
  All,
  Controller,
  Get,
  type HttpServer,
  Post,
  Req,
  Res,
  type Type,
  VERSION_NEUTRAL,
} from '@nestjs/common';
import type { ExternalContextCreator } from '@nestjs/core';
import { AuthConfigService } from './config/auth-config.service.js';
import type { ResolvedAuthConfig } from './config/resolved-auth-config.js';
import { AuthContextService } from './request/auth-context.service.js';
import type { PlatformRequest } from './request/platform/platform-request.js';
import { type PlatformResponse, writeToPlatform } from './request/platform/platform-response.js';
import type { AuthRoute } from './feature-port/auth-route.js';
import { isMapped } from './http/auth-routes.js';
import { AuthHandler } from './http/auth.handler.js';
import type { HandleOptions } from './http/handle-options.js';
import { DescribeAs, describeEndpoint, Undescribed } from './http/describe-endpoint.js';
import { Public } from './guard/public.decorator.js';

/** Base class of the controllers: passes requests to the pipeline and writes its responses. */
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
 * The endpoints as Nest routes. Each module has its own subclass, whose path is the module's
 * `basePath` and whose methods are added by {@link mapRoutes}.
 * @see docs/design/wire-contract.md 6
 */
export abstract class AuthController extends Door {}

/** The controllers of one module, in the order in which their routes are registered. */
export interface MountedControllers {
  readonly routes: readonly AuthRoute[];
  readonly endpoints: Type<AuthController>;
  /**
   * Refuses requests to any other path below the mount path. See {@link spellRoutesFor}.
   * @see docs/design/wire-contract.md REQ-6, REQ-7
   */
  readonly others: Type;
}

/**
 * Creates the controllers for a path. Each module needs its own classes, since a path is metadata
 * of a class. There are two because Express uses the first route that matches, and guards that
 * count attempts count them per handler.
 */
export function authControllersAt(path: string, routes: readonly AuthRoute[]): MountedControllers {
  @Controller({ path, version: VERSION_NEUTRAL })
  @DescribeAs('Authentication')
  class AuthEndpoints extends AuthController {
    constructor(handler: AuthHandler, contexts: AuthContextService, configs: AuthConfigService) {
      super(handler, contexts);
      // For an OpenAPI document that is created before the application is initialized.
      mapRoutes({ endpoints: AuthEndpoints, routes }, { config: configs.static, inFront: [] });
    }
  }

  @Controller({ path, version: VERSION_NEUTRAL })
  @Undescribed()
  class OtherAuthPaths extends Door {
    @All(EVERYTHING.express)
    other(@Req() req: PlatformRequest, @Res() res: PlatformResponse): Promise<void> {
      return this.handle(req, res, { spelling: 'exact' });
    }
  }

  return { routes, endpoints: AuthEndpoints, others: OtherAuthPaths };
}

/** A pattern that matches every path; each platform's router has its own syntax. */
const EVERYTHING = { express: '{*path}', fastify: '*' } as const;

/** Sets the platform's pattern on the catch-all route; called before routes are registered. */
export function spellRoutesFor({ others }: MountedControllers, platform: string): void {
  const path = platform === 'fastify' ? EVERYTHING.fastify : EVERYTHING.express;
  Reflect.defineMetadata(PATH_METADATA, path, catchAllOf(others));
}

/** Removes the catch-all route; called before routes are registered. See {@link catchAllBehind}. */
export function dropCatchAll({ others }: MountedControllers): void {
  Reflect.deleteMetadata(PATH_METADATA, catchAllOf(others));
}

/**
 * Lets Express call the catch-all after all routes, which Nest then does not compare with it: Nest
 * takes every endpoint for one that shadows it. Guards and interceptors run as for a route.
 * @param place - the mount path; called after routes are registered
 */
export function catchAllBehind(others: object, { place, server, creator }: CatchAllParts): void {
  const handler = catchAllOf(others.constructor);
  const options = { guards: true, interceptors: true, filters: false };
  const run = creator.create(
    others,
    handler,
    'other',
    undefined,
    undefined,
    undefined,
    undefined,
    options,
  );
  server.all(`${place}/${EVERYTHING.express}`, (req: unknown, res: unknown, next) => {
    run(req, res).catch((thrown: unknown) => {
      next?.(thrown);
    });
  });
}

interface CatchAllParts {
  readonly place: string;
  readonly server: HttpServer;
  readonly creator: ExternalContextCreator;
}

function catchAllOf(others: { readonly prototype?: unknown }): (...args: unknown[]) => unknown {
  const own = Object.getOwnPropertyDescriptor(others.prototype, 'other') as { value: unknown };
  return own.value as (...args: unknown[]) => unknown;
}

/**
 * Adds the routes that a configuration uses; called when the controller is created, and again before
 * routes are registered. A request to any
 * other route reaches the catch-all route, which refuses it.
 * @param use - `config` is undefined if it is created for each request, in which case every route
 * is added; `inFront` lists the path parameters that precede the endpoints
 */
export function mapRoutes(
  { endpoints, routes }: Pick<MountedControllers, 'endpoints' | 'routes'>,
  { config, inFront }: { config: ResolvedAuthConfig | undefined; inFront: readonly string[] },
): void {
  const prototype = endpoints.prototype as AuthController;
  for (const route of routes) {
    // The same module may be started several times, with different configurations.
    Reflect.deleteProperty(prototype, route.name);
    if (config && !isMapped(route, config)) continue;
    mapRoute(prototype, { ...route, schema: config && route.body?.(config) }, inFront);
  }
}

/** Adds a method, as if it were written by hand with its decorators. */
function mapRoute(
  prototype: AuthController,
  route: AuthRoute & { readonly schema?: object | undefined },
  inFront: readonly string[],
): void {
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
