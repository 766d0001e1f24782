import type { Provider } from '@nestjs/common';
import type { Action } from '../exchange/action.port.js';
import { AUTH_JS_ROUTES } from './auth-js-routes.js';
import type { AuthRoute } from './auth-route.js';
import { OWN_ROUTES } from './own-routes.js';
import { RouteTable } from './route-table.js';

/**
 * The endpoints. The controller's routes, the actions of `Auth()`, methods, checks and API
 * documentation are derived from this table.
 * @see docs/design/wire-contract.md 6
 */
export const AUTH_ROUTES: readonly AuthRoute[] = [...AUTH_JS_ROUTES, ...OWN_ROUTES];

/** The actions in the table, without duplicates. */
export const ACTIONS = [...new Set(AUTH_ROUTES.map(({ run }) => run))];

/** Provides the table with its actions. Startup fails if Nest cannot create one of them. */
export const routeTable: Provider = {
  provide: RouteTable,
  inject: AUTH_ROUTES.map(({ run }) => run),
  useFactory: (...actions: Action[]) => new RouteTable(AUTH_ROUTES, actions),
};
