import type { Provider, ProviderConfig } from '../provider/provider.js';
import type { AuthConfig } from './auth-config.js';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of this process. */
export function processEnvironment(): Environment {
  return process.env;
}

const NUMBERED_SECRETS = [
  'AUTH_SECRET_3',
  'AUTH_SECRET_2',
  'AUTH_SECRET_1',
  'AUTH_SECRET',
] as const;

/**
 * Fills what the configuration leaves out from the environment, in place.
 * @param warn - hears the codes of warnings
 * @see specification, Handler and helper operations; wire contract 1.6
 */
export function setEnvDefaults(
  env: Environment,
  config: AuthConfig,
  warn: (code: string) => void = () => undefined,
): void {
  Object.assign(config, withEnvDefaults(env, config, warn));
}

/** The same on a copy; the configuration of an application is never written to. */
export function withEnvDefaults(
  env: Environment,
  config: AuthConfig,
  warn: (code: string) => void = () => undefined,
): AuthConfig {
  return {
    ...config,
    basePath: basePathFrom(env, config.basePath, warn),
    secret: hasSecret(config.secret) ? config.secret : secretsFrom(env),
    redirectProxyUrl: config.redirectProxyUrl ?? (env['AUTH_REDIRECT_PROXY_URL'] || undefined),
    trustHost: config.trustHost ?? trustHostFrom(env),
    providers: Array.isArray(config.providers)
      ? config.providers.map((provider) => providerFrom(env, provider))
      : config.providers,
  };
}

/** The origin that AUTH_URL fixes; its path serves `Auth()` and `createActionURL` only. */
export function originFrom(env: Environment): string | undefined {
  return parseUrl(env['AUTH_URL'])?.origin;
}

function basePathFrom(
  env: Environment,
  configured: string | undefined,
  warn: (code: string) => void,
) {
  const url = parseUrl(env['AUTH_URL']);
  if (configured !== undefined && configured !== '') {
    if (url && url.pathname !== '/') warn('env-url-basepath-redundant');
    return configured;
  }
  return url && url.pathname !== '/' ? url.pathname.replace(/\/+$/, '') : '/auth';
}

function hasSecret(secret: AuthConfig['secret']): boolean {
  return secret !== undefined && secret.length > 0;
}

/** Newest first: the highest number is the newest. */
function secretsFrom(env: Environment): string[] {
  return NUMBERED_SECRETS.map((name) => env[name] ?? '').filter((secret) => secret !== '');
}

function trustHostFrom(env: Environment): boolean {
  for (const name of ['AUTH_URL', 'AUTH_TRUST_HOST', 'VERCEL', 'CF_PAGES']) {
    const value = env[name];
    if (value !== undefined && value !== '') return value !== 'false' && value !== '0';
  }
  return env['NODE_ENV'] !== 'production' && env['AUTH_TRUST_HOST'] === undefined;
}

function providerFrom(env: Environment, provider: Provider): ProviderConfig {
  // A factory is asked twice: once for its id, then with what the environment holds for that id.
  const config = typeof provider === 'function' ? provider({}) : provider;
  if (config === null || typeof config !== 'object' || typeof config.id !== 'string') return config;
  if (config.type !== 'oauth' && config.type !== 'oidc') return config;
  const found = variablesOf(env, config.id);
  if (typeof provider === 'function') return provider(found);
  const set = { ...config, ...config.options };
  return {
    ...config,
    clientId: set.clientId ?? found.clientId,
    clientSecret: set.clientSecret ?? found.clientSecret,
    issuer: set.issuer ?? found.issuer,
  };
}

function variablesOf(env: Environment, id: string) {
  const name = `AUTH_${id.toUpperCase().replaceAll('-', '_')}`;
  return {
    ...member('clientId', env[`${name}_ID`]),
    ...member('clientSecret', env[`${name}_SECRET`]),
    ...member('issuer', env[`${name}_ISSUER`]),
  };
}

function member<K extends string>(key: K, value: string | undefined): Partial<Record<K, string>> {
  return value === undefined || value === '' ? {} : ({ [key]: value } as Record<K, string>);
}

function parseUrl(value: string | undefined): URL | undefined {
  return value !== undefined && URL.canParse(value) ? new URL(value) : undefined;
}
