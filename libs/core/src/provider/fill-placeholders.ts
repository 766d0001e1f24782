import { isPlain } from './is-plain.js';

/** Options that contain a URL or its parameters. */
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

/** Options that must not be written into a URL. */
const SECRET: ReadonlySet<string> = new Set(['clientSecret', 'apiKey']);

/**
 * Fills `{name}` in URLs and their parameters with the option of that name, as in
 * `{issuer}/oauth/token`. A preset for a self-hosted product can thus be plain data, and its issuer
 * may come from the environment. A placeholder is left unchanged if there is no such option.
 */
export function fillPlaceholders<T extends object>(config: T): T {
  const values = new Map(Object.entries(config).filter(([name]) => !SECRET.has(name)));
  const filled = FILLED.map((name) => [name, fill(values.get(name), values)] as const);
  return { ...config, ...Object.fromEntries(filled.filter(([, value]) => value !== undefined)) };
}

/** Returns the names of the options that fill a provider's URLs and their parameters. */
export function placeholdersOf(config: object): ReadonlySet<string> {
  const values = new Map(Object.entries(config));
  return new Set(FILLED.flatMap((name) => namesIn(values.get(name))));
}

function namesIn(value: unknown): string[] {
  if (typeof value === 'string')
    return [...value.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return isPlain(value) ? Object.values(value).flatMap(namesIn) : [];
}

/** Returns the option that is missing in the origin of a URL, which cannot be called without it. */
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
    // The trailing slash of an issuer is significant, but a path must not get two slashes.
    return slash === '/' ? value.replace(/\/+$/, '') : value;
  });
}
