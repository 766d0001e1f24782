import { isPlain } from './is-plain.js';
import type { OAuthEndpoint } from './oauth-endpoint.js';
import type { ResolvedEndpoint } from './resolved-provider.js';

/** Forms in which an endpoint is configured: its URL, an object, or its handler alone. */
type Configured<E> = string | E | ((...context: never[]) => unknown) | undefined;

/**
 * URL and parameters of an endpoint, ready to be written.
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

/** The handler of an endpoint, with its `this`. */
export function handlerOf<C, R>(
  config: string | { request?: (context: C) => R } | ((context: C) => R) | undefined,
): ((context: C) => R) | undefined {
  if (typeof config === 'function') return config;
  return typeof config === 'object' ? config.request?.bind(config) : undefined;
}

/** The value of a parameter, in the URL or configured. */
export function parameterOf({ url, params }: ResolvedEndpoint, name: string): string | undefined {
  const inUrl = url !== undefined && URL.canParse(url) ? new URL(url).searchParams.get(name) : null;
  return params[name] ?? inUrl ?? undefined;
}

/** `claims` is JSON, everything else a string. @see docs/design/wire-contract.md PRV-6 */
function parameter(value: unknown): string {
  return isPlain(value) ? JSON.stringify(value) : String(value);
}
