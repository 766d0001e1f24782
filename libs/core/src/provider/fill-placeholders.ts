import { isPlain } from './is-plain.js';

/** Where a URL or its parameters stand. */
const FILLED = [
  'issuer',
  'wellKnown',
  'authorization',
  'token',
  'userinfo',
  'jwks_endpoint',
  'revocation',
  'logout',
  'logoutDefaults',
] as const;

/** A secret has no place in a URL. */
const SECRET: ReadonlySet<string> = new Set(['clientSecret', 'apiKey']);

/**
 * Fills `{name}` in URLs and their parameters with the option of that name, as in
 * `{issuer}/oauth/token`. So the provider of a product that everybody hosts is data, and its issuer
 * may come from the environment. What no option fills stays as it is.
 */
export function fillPlaceholders<T extends object>(config: T): T {
  const values = new Map(Object.entries(config).filter(([name]) => !SECRET.has(name)));
  const filled = FILLED.map((name) => [name, fill(values.get(name), values)] as const);
  return { ...config, ...Object.fromEntries(filled.filter(([, value]) => value !== undefined)) };
}

/** Names of the options that the URLs of a provider and their parameters take. */
export function placeholdersOf(config: object): ReadonlySet<string> {
  const values = new Map(Object.entries(config));
  return new Set(FILLED.flatMap((name) => namesIn(values.get(name))));
}

function namesIn(value: unknown): string[] {
  if (typeof value === 'string')
    return [...value.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return isPlain(value) ? Object.values(value).flatMap(namesIn) : [];
}

/** The option that the origin of a URL still waits for; without it there is nowhere to go. */
export function missingOption(url: unknown): string | undefined {
  return typeof url === 'string' ? /^(?:https?:\/\/)?[^/?#]*?\{(\w+)\}/i.exec(url)?.[1] : undefined;
}

function fill(value: unknown, values: ReadonlyMap<string, unknown>): unknown {
  if (typeof value === 'string') return fillText(value, values);
  if (!isPlain(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, fill(member, values)]);
  return Object.fromEntries(members) as unknown;
}

function fillText(text: string, values: ReadonlyMap<string, unknown>): string {
  return text.replace(/\{(\w+)\}(?=(\/?))/g, (placeholder, name: string, slash: string) => {
    const value = values.get(name);
    if (typeof value !== 'string' || value === '') return placeholder;
    // An issuer may end in a slash, and it counts there; a path must not get two.
    return slash === '/' ? value.replace(/\/+$/, '') : value;
  });
}
