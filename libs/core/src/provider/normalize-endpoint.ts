import { isPlain } from './is-plain.js';
import type { OAuthEndpoint } from './oauth-endpoint.js';
import type { ResolvedEndpoint } from './resolved-provider.js';

/** Forms in which an endpoint is configured: its URL, an object, or only its handler. */
type Configured<E> = string | E | ((...context: never[]) => unknown) | undefined;

/**
 * Returns the URL of an endpoint, and its parameters as strings.
 * @see docs/design/wire-contract.md PRV-6
 */
export function normalizeEndpoint(config: Configured<OAuthEndpoint>): ResolvedEndpoint {
  if (typeof config === 'string') return { url: config, params: {} };
  if (typeof config !== 'object') return { params: {} };
  const entries = Object.entries(config.params ?? {})
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, parameter(value)] as const);
  return { url: config.url, params: Object.fromEntries(entries) };
}

/** Returns the handler of an endpoint, bound to its `this`. */
export function handlerOf<C, R>(
  config: string | { request?: (context: C) => R } | ((context: C) => R) | undefined,
): ((context: C) => R) | undefined {
  if (typeof config === 'function') return config;
  return typeof config === 'object' ? config.request?.bind(config) : undefined;
}

/** Returns the value of a parameter, as configured or from the URL. */
export function parameterOf({ url, params }: ResolvedEndpoint, name: string): string | undefined {
  const inUrl = url !== undefined && URL.canParse(url) ? new URL(url).searchParams.get(name) : null;
  return params[name] ?? inUrl ?? undefined;
}

/**
 * Returns `max_age` of an authorization request, in seconds; NaN if it is not a whole number.
 * @see OpenID Connect Core section 3.1.2.1
 */
export function maxAgeOf(authorization: ResolvedEndpoint): number | undefined {
  const text = parameterOf(authorization, 'max_age');
  if (text === undefined) return undefined;
  return /^\d{1,15}$/.test(text) ? Number(text) : NaN;
}

/** Writes an object such as `claims` as JSON. @see docs/design/wire-contract.md PRV-6 */
function parameter(value: unknown): string {
  return isPlain(value) ? JSON.stringify(value) : String(value);
}
