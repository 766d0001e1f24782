import type { ResolvedAuthConfig } from '../config/resolved-auth-config.js';
import type { Action } from '../request/context/action.port.js';
import type { AuthPath, Endpoints } from '../request/context/auth-path.js';
import type { AuthRoute } from '../feature-port/auth-route.js';

const PARAMETER = '/:provider';

/** A row, and the action that Nest created for it. */
type RunnableRoute = AuthRoute & { readonly action: Action };

/** The table of endpoints, in which the routes for requests are looked up. */
export class RouteTable {
  /** For {@link parseAuthPath}. */
  readonly endpoints: Endpoints;
  private readonly rows = new Map<string, RunnableRoute[]>();

  /** @param actions - one for each row, in the same order */
  constructor(rows: readonly AuthRoute[], actions: readonly Action[]) {
    for (const [at, action] of actions.entries()) {
      const row = rows[at];
      if (row) this.add({ ...row, action });
    }
    this.endpoints = shapesOf(this.rows);
  }

  /**
   * Finds the row for a request; if two rows differ only in the parameter, the first one.
   * @param method - HEAD is looked up as GET
   * @returns undefined if the endpoint does not support the method
   */
  find(method: string, { action }: AuthPath): RunnableRoute | undefined {
    const wanted = method === 'POST' ? 'POST' : 'GET';
    return this.rows.get(action)?.find((row) => row.method === wanted);
  }

  /** Whether the endpoint is enabled in this configuration, whatever the method. */
  isOn({ action, providerId }: AuthPath, config: ResolvedAuthConfig): boolean {
    const rows = this.rows.get(action) ?? [];
    return rows.some(({ isOn }) => isOn?.(config, providerId) ?? true);
  }

  /** Returns the methods of an endpoint for the header `Allow`. @see RFC 9110 section 10.2.1 */
  allowed(path: AuthPath): string {
    const get = this.find('GET', path) ? ['GET', 'HEAD'] : [];
    const post = this.find('POST', path) ? ['POST'] : [];
    return [...get, ...post].join(', ');
  }

  private add(row: RunnableRoute): void {
    const endpoint = endpointOf(row);
    this.rows.set(endpoint, [...(this.rows.get(endpoint) ?? []), row]);
  }
}

function endpointOf({ path }: AuthRoute): string {
  return takesProvider(path) ? path.slice(0, -PARAMETER.length) : path;
}

function takesProvider(path: string): boolean {
  return path.endsWith(PARAMETER);
}

function shapesOf(rows: ReadonlyMap<string, readonly AuthRoute[]>): Endpoints {
  return new Map(
    [...rows].map(([action, ofIt]) => [
      action,
      { action, takesProvider: ofIt.some(({ path }) => takesProvider(path)) },
    ]),
  );
}
