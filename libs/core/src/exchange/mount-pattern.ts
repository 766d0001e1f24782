/** Where the endpoints are mounted: a path, of which some segments may be path parameters. */
export interface MountPattern {
  /** The mount path at the start of a path, as that path spells it; undefined if it has none. */
  match(path: string): string | undefined;
  /**
   * The mount path with the parameters of a request to another route.
   * @param params - as the platform decoded them
   * @returns undefined where one is missing
   */
  fill(params: unknown): string | undefined;
}

/**
 * @param path - as routes are written: `/auth`, `/:tenant/auth`; groups and wildcards are matched
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

/** Names of the parameters of a mount path, in their order. */
export function parametersOf(path: string): string[] {
  return [...path.matchAll(PARAMETER)].map(([, name = '']) => name);
}

const PARTS = /[:*{]/;

/** A parameter; Fastify's may have an expression. */
const PARAMETER = /:(\w+)(?:\([^/]*\))?/g;

/** A parameter, a wildcard, an end of a group, or text. */
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
