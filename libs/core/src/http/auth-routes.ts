import type { Provider } from '@nestjs/common';
import type { Action } from '../exchange/action.port.js';
import { AUTH_JS_ROUTES } from './auth-js-routes.js';
import type { AuthRoute } from './auth-route.js';
import { OWN_ROUTES } from './own-routes.js';
import { RouteTable } from './route-table.js';

/**
 * The endpoints. The routes of the controller, the actions of `Auth()`, methods, checks and API
 * documentation are read from this table.
 * @see docs/design/wire-contract.md 6
 */
export const AUTH_ROUTES: readonly AuthRoute[] = [...AUTH_JS_ROUTES, ...OWN_ROUTES];

/** The actions of the table, each once. */
export const ACTIONS = [...new Set(AUTH_ROUTES.map(({ run }) => run))];

/** The table with its actions. An action that Nest cannot create makes the start fail. */
export const routeTable: Provider = {
  provide: RouteTable,
  inject: AUTH_ROUTES.map(({ run }) => run),
  useFactory: (...actions: Action[]) => new RouteTable(AUTH_ROUTES, actions),
};
