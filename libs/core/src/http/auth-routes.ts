import type { Provider } from '@nestjs/common';
import type { ResolvedAuthConfig } from '../config/resolved-auth-config.js';
import type { Action } from '../request/context/action.port.js';
import type { AuthFeature } from '../feature-port/auth-feature.js';
import type { AuthRoute } from '../feature-port/auth-route.js';
import { AUTH_JS_ROUTES } from './auth-js-routes.js';
import { RouteTable } from './route-table.js';

/**
 * Returns the endpoints, of which those of a feature are off with the feature. The controller's
 * routes, the actions of `Auth()`, methods, checks and API documentation are derived from them.
 * @see docs/design/wire-contract.md 6
 */
export function routesOf(features: readonly AuthFeature[]): readonly AuthRoute[] {
  return [...AUTH_JS_ROUTES, ...features.flatMap(routesOfOne)];
}

/** Returns providers for the actions, and for the table that finds them. */
export function routeProviders(routes: readonly AuthRoute[]): Provider[] {
  const actions = routes.map(({ run }) => run);
  const table: Provider = {
    provide: RouteTable,
    inject: actions,
    useFactory: (...created: Action[]) => new RouteTable(routes, created),
  };
  return [...new Set(actions), table];
}

/** Whether Nest maps the route at startup, for a configuration that is known then. */
export function isMapped(route: AuthRoute, config: ResolvedAuthConfig): boolean {
  return route.isMapped?.(config) ?? route.isOn?.(config) ?? true;
}

function routesOfOne({ isOn, routes = [] }: AuthFeature): readonly AuthRoute[] {
  if (!isOn) return routes;
  return routes.map((row) => ({
    ...row,
    isOn: (config, providerId) => isOn(config) && (row.isOn?.(config, providerId) ?? true),
    isMapped: (config) => isOn(config) && isMapped(row, config),
  }));
}
