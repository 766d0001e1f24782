import type { Type } from '@nestjs/common';
import type { ResolvedAuthConfig } from '../config/resolved-auth-config.js';
import type { Action } from '../exchange/action.port.js';
import type { Endpoint } from '../model/auth-action.js';
import type { EndpointDescription } from './describe-endpoint.js';

/** A path below the mount path. A name that is not an endpoint fails the type check. */
export type RoutePath = Endpoint | `${Endpoint}/:provider`;

/** Members of every route. */
interface RouteBase extends EndpointDescription {
  /** Name of the controller's method: it is in the operation ids of API documentation. */
  readonly name: string;
  readonly path: RoutePath;
  readonly run: Type<Action>;
  /**
   * Whether this configuration enables the endpoint. A disabled endpoint responds with 404.
   * @param providerId - as it appears in the path; it may not match any configured provider
   * @default always
   * @see docs/design/security-bar.md G13
   */
  readonly isOn?: (config: ResolvedAuthConfig, providerId?: string) => boolean;
  /**
   * Whether Nest maps the route at startup. If the configuration is not known then, Nest maps every
   * route.
   * @default the result of `isOn` without a provider
   */
  readonly isMapped?: (config: ResolvedAuthConfig) => boolean;
}

/** A route that a browser calls, or code that acts for it. */
interface BrowserRoute extends RouteBase {
  readonly caller?: 'browser';
  /** Whether the response carries the cookies that are due. */
  readonly cookies: 'attach' | 'none';
}

interface GetRoute extends BrowserRoute {
  readonly method: 'GET';
  /** `empty`: HEAD gets an empty 200, since running would change something. */
  readonly head: 'run' | 'empty';
}

interface PostRoute extends BrowserRoute {
  readonly method: 'POST';
  /** `flow`: the provider's kind decides. `none` needs its own protection against other sites. */
  readonly csrf: 'none' | 'required' | 'flow';
}

/**
 * A route that the server of a provider calls: no CSRF cookie is made, the `redirect` callback is
 * not called (`callbackUrl` is the origin), and the response sets no cookie.
 */
interface ServerRoute extends RouteBase {
  readonly method: 'POST';
  readonly caller: 'server';
  readonly csrf: 'none';
  readonly cookies: 'none';
}

/** Members that every page and every read share. */
export const GET = { method: 'GET', head: 'run', cookies: 'attach' } as const;
/** Members shared by forms of a browser, and by code that acts for it. */
export const POST = { method: 'POST', csrf: 'required', cookies: 'attach' } as const;

/** One row of the table of endpoints. */
export type AuthRoute = GetRoute | PostRoute | ServerRoute;
