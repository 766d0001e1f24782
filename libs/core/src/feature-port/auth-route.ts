import type { Type } from '@nestjs/common';
import type { ResolvedAuthConfig } from '../config/resolved-auth-config.js';
import type { Action } from '../request/context/action.port.js';

/** What API documentation shows for an endpoint. */
export interface EndpointDescription {
  readonly summary: string;
  /** The responses, by status. */
  readonly responses: Readonly<Record<number, string>>;
  /**
   * Returns the schema of the body, as OpenAPI 3.0 has it. It is not called if the configuration is
   * not known at startup.
   */
  readonly body?: (config: ResolvedAuthConfig) => object | undefined;
}

/** The members that all routes share. */
interface RouteBase extends EndpointDescription {
  /** Name of the controller's method, which is part of the operation ids in API documentation. */
  readonly name: string;
  /** Below the mount path, such as `area/verb`; may end with `/:provider`. */
  readonly path: string;
  readonly run: Type<Action>;
  /**
   * Whether this configuration enables the endpoint. A disabled endpoint responds with 404.
   * @param providerId - as in the path; it might not be the id of a configured provider
   * @default always
   * @see docs/design/security-bar.md G13
   */
  readonly isOn?: (config: ResolvedAuthConfig, providerId?: string) => boolean;
  /**
   * Whether Nest maps the route at startup. If the configuration is not known at that time, Nest
   * maps every route.
   * @default the result of `isOn` without a provider
   */
  readonly isMapped?: (config: ResolvedAuthConfig) => boolean;
}

/** A route that is called by a browser, or by code that acts for it. */
interface BrowserRoute extends RouteBase {
  readonly caller?: 'browser';
  /** Whether the response sets the cookies that have changed. */
  readonly cookies: 'attach' | 'none';
}

interface GetRoute extends BrowserRoute {
  readonly method: 'GET';
  /** `empty`: a HEAD request gets an empty 200, since running the action would change something. */
  readonly head: 'run' | 'empty';
}

interface PostRoute extends BrowserRoute {
  readonly method: 'POST';
  /** `flow`: depends on the type of provider. `none`: needs other protection from other sites. */
  readonly csrf: 'none' | 'required' | 'flow';
}

/**
 * A route that is called by a provider's server: no CSRF cookie is created, the `redirect` callback
 * is not called (`callbackUrl` is the origin), and the response sets no cookies.
 */
interface ServerRoute extends RouteBase {
  readonly method: 'POST';
  readonly caller: 'server';
  readonly csrf: 'none';
  readonly cookies: 'none';
}

/** Members shared by pages and by routes that only read. */
export const GET = { method: 'GET', head: 'run', cookies: 'attach' } as const;
/** Members shared by routes for forms in a browser, or for code that acts for it. */
export const POST = { method: 'POST', csrf: 'required', cookies: 'attach' } as const;

/** A row of the table of endpoints. */
export type AuthRoute = GetRoute | PostRoute | ServerRoute;
