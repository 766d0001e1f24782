import { createAuthLogger } from '../logging/nest-auth-logger.js';
import { toError } from '../errors/to-error.js';
import { FailedFactory } from '../provider/failed-factory.js';
import type { OAuthConfig, OIDCConfig } from '../provider/oauth-provider.js';
import type { EmailConfig } from '../provider/email-provider.js';
import type { ForeignProvider } from '../provider/foreign-provider.js';
import type { Provider, ProviderConfig } from '../provider/provider.js';
import type { AuthConfig } from './options/auth-config.js';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of this process. */
export function processEnvironment(): Environment {
  return process.env;
}

/** Newest first: the highest number is the newest. */
const NUMBERS = ['_3', '_2', '_1', ''] as const;

/**
 * Fills in missing options from the environment, in place.
 * @param suppressBasePathWarning - whether to omit the warning about a base path that is set twice
 * @see docs/design/wire-contract.md 1.6
 */
export function setEnvDefaults(
  env: Environment,
  config: AuthConfig,
  suppressBasePathWarning = false,
): void {
  const warn = (code: string): void => createAuthLogger(config.logger).warn(code);
  Object.assign(config, withEnvDefaults(env, config, suppressBasePathWarning ? undefined : warn));
}

/**
 * Fills in missing options on a copy, so that the application's configuration is not modified.
 * @param warn - receives the codes of warnings
 */
export function withEnvDefaults(
  env: Environment,
  config: AuthConfig,
  warn: (code: string) => void = () => undefined,
): AuthConfig {
  return {
    ...config,
    basePath: basePathFrom(env, config.basePath, warn),
    secret: hasSecret(config.secret) ? config.secret : secretsFrom(env, 'AUTH_SECRET'),
    encryptionSecret: config.encryptionSecret ?? encryptionSecretFrom(env),
    redirectProxyUrl: config.redirectProxyUrl ?? (env['AUTH_REDIRECT_PROXY_URL'] || undefined),
    trustHost: config.trustHost ?? trustHostFrom(env),
    providers: Array.isArray(config.providers)
      ? config.providers.map((provider) => providerFrom(env, provider) as ProviderConfig)
      : config.providers,
  };
}

/** Returns the origin of AUTH_URL. Its path is used only by `Auth()` and `createActionURL`. */
export function originFrom(env: Environment): string | undefined {
  return parseUrl(env['AUTH_URL'])?.origin;
}

/** Returns the base path for `Auth()`: the configured one, else that of AUTH_URL, else `/auth`. */
export function basePathOf(env: Environment, config: AuthConfig | null | undefined): string {
  const own: unknown = config?.basePath;
  // A faulty path is reported with the other problems; until then the request needs a path.
  const path = typeof own === 'string' && own.startsWith('/') ? own : undefined;
  return basePathFrom(env, path, () => undefined).replace(/\/+$/, '');
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
  // Any other value is kept, so that the checks report its type.
  return secret !== undefined && secret !== '' && !(Array.isArray(secret) && secret.length === 0);
}

function secretsFrom(env: Environment, name: string): string[] {
  return NUMBERS.map((number) => env[name + number] ?? '').filter((secret) => secret !== '');
}

/** @returns undefined if no variable is set; the option `secret` is then used for sealing */
function encryptionSecretFrom(env: Environment): string[] | undefined {
  const secrets = secretsFrom(env, 'AUTH_ENCRYPTION_SECRET');
  return secrets.length > 0 ? secrets : undefined;
}

function withKey(config: EmailConfig, apiKey: string | undefined): EmailConfig {
  const hasKey = config.options?.apiKey !== undefined || config.apiKey !== undefined;
  return hasKey || apiKey === undefined ? config : { ...config, apiKey };
}

/** The first variable that is set decides; an AUTH_URL that is not an http(s) URL is ignored. */
function trustHostFrom(env: Environment): boolean {
  if (parseUrl(env['AUTH_URL'])) return true;
  for (const name of ['AUTH_TRUST_HOST', 'VERCEL', 'CF_PAGES']) {
    const value = env[name];
    if (value !== undefined) return /^(?:true|1)$/i.test(value);
  }
  return env['NODE_ENV'] !== 'production';
}

function providerFrom(env: Environment, provider: Provider): ProviderConfig | FailedFactory {
  if (typeof provider !== 'function') return completed(env, asOurs(provider));
  try {
    // A factory is called twice: first to find its id, then with the variables for that id.
    const config = asOurs(provider({}));
    return hasId(config) ? asOurs(provider(variablesOf(env, config.id))) : config;
  } catch (thrown) {
    // Such as a class, which can only be called with `new`.
    return new FailedFactory(toError(thrown));
  }
}

/** Our own checks of a provider find what its types do not show. */
function asOurs(provider: ProviderConfig | ForeignProvider): ProviderConfig {
  return provider as ProviderConfig;
}

function hasId(config: ProviderConfig): boolean {
  return config !== null && typeof config === 'object' && typeof config.id === 'string';
}

function completed(env: Environment, config: ProviderConfig): ProviderConfig {
  if (!hasId(config)) return config;
  const found = variablesOf(env, config.id);
  if (config.type === 'email') return withKey(config, found.apiKey);
  if (config.type !== 'oauth' && config.type !== 'oidc') return config;
  const { options } = config;
  return {
    ...config,
    clientId: options?.clientId ?? config.clientId ?? found.clientId,
    clientSecret: options?.clientSecret ?? config.clientSecret ?? found.clientSecret,
    issuer: options?.issuer ?? issuerOf(config, found),
  };
}

/** The issuer of a preset is only a default, so `GitHub({})` and `GitHub` use the same variable. */
function issuerOf(config: OAuthConfig<unknown> | OIDCConfig<unknown>, found: { issuer?: string }) {
  return config.options ? (found.issuer ?? config.issuer) : (config.issuer ?? found.issuer);
}

function variablesOf(env: Environment, id: string) {
  const name = `AUTH_${id.toUpperCase().replaceAll('-', '_')}`;
  return {
    ...member('clientId', env[`${name}_ID`]),
    ...member('clientSecret', env[`${name}_SECRET`]),
    ...member('issuer', env[`${name}_ISSUER`]),
    ...member('apiKey', env[`${name}_KEY`]),
  };
}

function member<K extends string>(key: K, value: string | undefined): Partial<Record<K, string>> {
  return value === undefined || value === '' ? {} : ({ [key]: value } as Record<K, string>);
}

/** Accepts only http(s): `localhost:3000` parses as a URL too, with the scheme `localhost:`. */
function parseUrl(value: string | undefined): URL | undefined {
  const url = value !== undefined && URL.canParse(value) ? new URL(value) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}
