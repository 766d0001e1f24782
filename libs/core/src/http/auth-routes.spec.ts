import { readFromRoot } from '../../../../test/support/guides.js';
import { authActions } from '../model/auth-action.js';
import type { AuthRoute } from '../feature-port/auth-route.js';
import { CORE_FEATURES } from '../features.js';
import { routesOf } from './auth-routes.js';
import { RouteTable } from './route-table.js';

const AUTH_ROUTES = routesOf(CORE_FEATURES);
const asDocumented = ({ method, path }: AuthRoute): string => `${method} /auth/${path}`;

describe('the table of endpoints', () => {
  const table = new RouteTable(
    AUTH_ROUTES,
    AUTH_ROUTES.map(() => ({ run: () => Promise.resolve({}) })),
  );

  it('has every action of Auth.js', () => {
    expect([...table.endpoints.keys()]).toEqual(expect.arrayContaining([...authActions]));
  });

  it('accepts a provider id in the path only for endpoints that need one', () => {
    const names = [...table.endpoints.values()].filter(({ takesProvider }) => takesProvider);

    expect(names.map(({ action }) => action).sort()).toEqual([
      'backchannel-logout',
      'callback',
      'reauthenticate',
      'signin',
      'webauthn-options',
    ]);
  });

  it('has no two routes with the same name, or with the same method and path', () => {
    const names = AUTH_ROUTES.map(({ name }) => name);
    const places = AUTH_ROUTES.map(asDocumented);

    expect(names).toEqual([...new Set(names)]);
    expect(places).toEqual([...new Set(places)]);
  });

  it('requires the CSRF token for every browser form, unless the flow decides', () => {
    const others = AUTH_ROUTES.filter((row) => row.method === 'POST' && row.csrf !== 'required');

    // A provider's server has no cookies that another site could use.
    const browsers = others.filter(({ caller }) => caller !== 'server');
    expect(browsers.map(asDocumented)).toEqual(['POST /auth/callback/:provider']);
  });

  it('matches docs/http-api.md', () => {
    const rows = readFromRoot('docs/http-api.md').matchAll(/^\| `((?:GET|POST) \/auth\/\S+)`/gm);
    const documented = new Set([...rows].map(([, endpoint = '']) => endpoint));

    // Without a provider, this endpoint only responds with an error.
    const expected = AUTH_ROUTES.map(asDocumented).filter((row) => row !== 'POST /auth/signin');
    expect(documented).toEqual(new Set(expected));
  });
});
