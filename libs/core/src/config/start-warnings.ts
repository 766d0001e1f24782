import cluster from 'node:cluster';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import type { AuthConfig } from './options/auth-config.js';
import { secretWarnings } from './options/check-secrets.js';
import type { ResolvedOAuthProvider, ResolvedProvider } from '../provider/resolved-provider.js';
import { isBuiltInPage } from './options/pages.js';
import type { Environment } from './env-defaults.js';
import type { ResolvedAuthConfig } from './resolved-auth-config.js';

/**
 * Returns the codes of warnings, which do not prevent the start.
 * @see docs/design/wire-contract.md ERR-5; docs/design/decisions.md 4, 22
 */
export function startWarnings(
  config: AuthConfig,
  resolved: ResolvedAuthConfig,
  env: Environment = {},
): string[] {
  const codes = secretWarnings(givenSecrets(config));
  if (config.debug) codes.push('debug-enabled');
  if (resolved.csrf === 'skip') codes.push('csrf-disabled');
  if (hidesBuiltInPage(resolved)) codes.push('page-is-endpoint');
  if (linksUnproven(resolved)) codes.push('unproven-addresses');
  if (linksUnvouched(resolved)) codes.push('unvouched-addresses');
  if (followsSecret(config, resolved)) codes.push('encryption-follows-secret');
  if (refusesProxiedState(resolved)) codes.push('state-too-long');
  if (takesLegacyNotices(resolved)) codes.push('legacy-logout-token');
  if (namesNoCookie(resolved)) codes.push('rpc-cookie-name');
  if (countsAlone(resolved, env)) codes.push('limits-per-instance');
  codes.push(...mailWarnings(resolved), ...passkeyWarnings(resolved));
  return codes;
}

function hidesBuiltInPage({ pages, basePath }: ResolvedAuthConfig): boolean {
  return Object.values(pages).some((url) => url !== undefined && isBuiltInPage(url, basePath));
}

/** Whether attempts are counted in memory in one of several processes of `node:cluster` or PM2. */
function countsAlone({ limits }: ResolvedAuthConfig, env: Environment): boolean {
  if (!limits || limits.store) return false;
  return (cluster.worker?.id ?? 1) > 1 || Number(env['NODE_APP_INSTANCE'] ?? 0) > 0;
}

/** Whether it is open under which name of the cookie the token of a message was sealed. */
function namesNoCookie(config: ResolvedAuthConfig): boolean {
  const { messageToken, session, useSecureCookies, origin, cookies } = config;
  if (!messageToken || session.strategy === 'database') return false;
  const [plain, secure] = [cookies.plain.sessionToken, cookies.secure.sessionToken];
  return (useSecureCookies ?? origin) === undefined && plain.name !== secure.name;
}

/** Whether replacing `secret` would make stored tokens unreadable. */
function followsSecret(
  { encryptionSecret }: AuthConfig,
  { providerTokens }: ResolvedAuthConfig,
): boolean {
  return providerTokens.keep === 'encrypt' && encryptionSecret === undefined;
}

/** Shortest `state` that names a deployment to a redirect proxy, in characters. */
const SHORTEST_PROXIED_STATE = 380;

/** Whether a redirect proxy is set for a provider that accepts only a shorter `state`. */
function refusesProxiedState({ providers }: ResolvedAuthConfig): boolean {
  return [...providers.values()].some(
    (provider) =>
      'redirectProxyUrl' in provider &&
      provider.redirectProxyUrl !== undefined &&
      (provider.authorization.longestState ?? Infinity) < SHORTEST_PROXIED_STATE,
  );
}

/** Whether a provider may end sessions with logout tokens that lack a type or an expiry. */
function takesLegacyNotices({ providers }: ResolvedAuthConfig): boolean {
  return [...providers.values()].some(
    (provider) =>
      'backchannelLogout' in provider && provider.backchannelLogout?.acceptLegacyTokens === true,
  );
}

/** Returns the secrets as configured; those of a realm are derived from them. */
function givenSecrets({ secret, encryptionSecret, jwt, providers }: AuthConfig): string[] {
  const ofProviders = providers.map((one) => ('secret' in one ? one.secret : undefined));
  return [secret, encryptionSecret, jwt?.secret, ...ofProviders].flatMap((one) => one ?? []);
}

/** @see docs/design/decisions.md 22; docs/design/security-bar.md A26, F11 */
function mailWarnings({ adapter, providers }: ResolvedAuthConfig): string[] {
  const all = [...providers.values()];
  if (!adapter || !all.some(mayMailLinks)) return [];
  const isSpent = adapter.has('deleteVerificationTokensByIdentifier');
  return [
    ...(tellsProven(adapter) ? [] : ['unproven-users']),
    ...(isSpent || !all.some(({ type }) => type === 'email') ? [] : ['unspent-links']),
  ];
}

/** A feature, such as that of passwords, mails links too. */
function mayMailLinks(provider: ResolvedProvider): boolean {
  if (provider.type === 'email') return true;
  return provider.type === 'credentials' && provider.config.feature !== undefined;
}

/** @see docs/design/wire-contract.md CFG-14; docs/design/decisions.md 17 */
function passkeyWarnings({ adapter, providers }: ResolvedAuthConfig): string[] {
  if (![...providers.values()].some(({ type }) => type === 'webauthn')) return [];
  return ['experimental-webauthn', ...(adapter?.has('spendOnce') ? [] : ['unspent-challenges'])];
}

/** Whether an adapter records which addresses a provider has proven. */
function tellsProven(adapter: CompleteAdapter): boolean {
  return adapter.columns.has('accounts.emailVerified') && adapter.has('listAccountsByUserId');
}

/** Whether accounts are linked by address although the adapter cannot record who proved it. */
function linksUnproven({ adapter, providers }: ResolvedAuthConfig): boolean {
  if (!adapter || tellsProven(adapter)) return false;
  return [...providers.values()].some((provider) => linksByEmail(provider));
}

/** Whether accounts are to be linked by the address of a provider that never vouches for one. */
function linksUnvouched({ adapter, providers }: ResolvedAuthConfig): boolean {
  if (!adapter) return false;
  return [...providers.values()].some(
    (provider) => linksByEmail(provider) && provider.verifiedEmail === undefined,
  );
}

function linksByEmail(provider: ResolvedProvider): provider is ResolvedOAuthProvider {
  return 'linkByEmail' in provider && provider.linkByEmail;
}
