/** The path at which the endpoints are mounted; some of its segments may be parameters. */
export interface MountPattern {
  /** Returns the beginning of a path that matches the mount path; undefined if there is none. */
  match(path: string): string | undefined;
  /**
   * Returns the mount path, filled with the parameters of a request to another route.
   * @param params - as decoded by the platform
   * @returns undefined if a parameter is missing, or if the mount path has a group or wildcard
   */
  fill(params: unknown): string | undefined;
}

/**
 * Creates the pattern for a mount path.
 * @param path - in the syntax of routes, such as `/:tenant/auth`; may have groups and wildcards
 * @see path-to-regexp 8; find-my-way
 */
export function mountPattern(path: string): MountPattern {
  if (!PARTS.test(path)) {
    return {
      match: (requested) => (requested.startsWith(`${path}/`) ? path : undefined),
      fill: () => path,
    };
  }
  const pattern = new RegExp(`^(${path.replace(PART, toRegExp)})/`);
  return {
    match: (requested) => pattern.exec(requested)?.[1],
    fill: (params) => filled(path, params),
  };
}

/** Returns the names of the parameters of a mount path, in order. */
export function parametersOf(path: string): string[] {
  return [...path.matchAll(PARAMETER)].map(([, name = '']) => name);
}

/**
 * Returns the mount path of an endpoint, given that of another one: a global prefix may exclude
 * some endpoints.
 * @param own - the mount path of the other endpoint in a request; more segments may precede it
 * @param path - the global prefix, and the path below it, in the syntax of routes
 * @returns `own` if the other one cannot be derived, such as from a wildcard
 */
export function movedMount(
  own: string,
  path: { readonly prefix: string; readonly inner: string; readonly isExcluded: boolean },
): string {
  const { prefix, inner, isExcluded } = path;
  const whole = prefix + inner;
  if (PARTS.test(whole.replace(PARAMETER, ''))) return own;
  const segments = own.split('/');
  const before = segments.slice(0, -depthOf(whole));
  const isPrefixed =
    mountPattern(whole).match(`${own.slice(before.join('/').length)}/`) !== undefined;
  if (isPrefixed !== isExcluded) return own;
  const below = segments.slice(-depthOf(inner));
  if (isExcluded) return [...before, ...below].join('/');
  if (PARTS.test(prefix)) return own;
  return `${segments.slice(0, -depthOf(inner)).join('/')}${prefix}/${below.join('/')}`;
}

/** Returns the number of segments in a path. */
function depthOf(path: string): number {
  return path.split('/').length - 1;
}

const PARTS = /[:*{]/;

/** A parameter, which in Fastify may be followed by a regular expression. */
const PARAMETER = /:(\w+)(?:\([^/]*\))?/g;

/** A parameter, a wildcard, the start or end of a group, or text. */
const PART = /:\w+(?:\([^/]*\))?|\*\w*|[{}]|[^:*{}]+/g;

function toRegExp(part: string): string {
  if (part.startsWith(':')) return '[^/]+';
  if (part.startsWith('*')) return '.+?';
  if (part === '{') return '(?:';
  return part === '}' ? ')?' : part.replace(/[$()+.?[\\\]^|]/g, String.raw`\$&`);
}

function filled(path: string, params: unknown): string | undefined {
  if (PARTS.test(path.replace(PARAMETER, ''))) return undefined;
  const values = new Map(typeof params === 'object' && params ? Object.entries(params) : []);
  const segments: string[] = [];
  const isComplete = [...path.matchAll(PARAMETER)].every(([, name = '']) => {
    const value: unknown = values.get(name);
    return (
      typeof value === 'string' && segments.push(encodeURIComponent(value)) > 0 && value !== ''
    );
  });
  return isComplete ? path.replace(PARAMETER, () => segments.shift() ?? '') : undefined;
}
