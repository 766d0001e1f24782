import type { AuthError } from '../../errors/auth.error.js';
import type { Languages } from '../texts/language.js';
import { resolveLanguages } from '../texts/resolve-languages.js';
import type { AuthConfig } from '../options/auth-config.js';
import type { FeatureOptions } from '../options/feature-options.js';
import { checkAdapter } from './check-adapter.js';
import { checkOptionTypes, wellTypedOptions } from './check-option-types.js';
import { checkProviders } from '../providers/check-providers.js';
import { FaultyConfiguration, type SoundLooks } from './faulty-configuration.js';
import { checkCookies } from './check-cookies.js';
import { accountGroup } from '../options/account.js';
import { jwtGroup } from '../options/jwt.js';
import { limitsGroup } from '../options/limits.js';
import { checkPages, checkTheme, pagesGroup } from '../options/pages.js';
import { rpcGroup } from '../options/rpc.js';
import { checkSession } from '../options/check-session.js';
import { checkEncryptionSecret, checkSecret } from './check-secret.js';
import { checkLanguage, checkTexts } from './check-texts.js';
import { checkWebAuthn } from './check-webauthn.js';
import { checkHost, checkRedirectProxy, checkTrustedOrigins } from './check-web.js';

/**
 * Checks a configuration, completed from the environment, and reports all problems in one message.
 * @param found - problems that the caller has already found
 * @throws {InvalidConfiguration} if there is a problem
 * @see docs/design/wire-contract.md 2; docs/design/decisions.md 13
 */
export function assertAuthConfig(
  config: AuthConfig,
  found: Iterable<AuthError> = [],
  features: readonly FeatureOptions[] = [],
): void {
  const readable = wellTypedOptions(config, features);
  const due = CHECKS.filter(([option]) => config[option] === undefined || option in readable);
  const problems = [
    ...found,
    ...checkOptionTypes(config, features),
    ...due.flatMap(([, check]) => [...check(readable, features)]),
    ...features.flatMap(({ check }) => [...(check?.(readable) ?? [])]),
  ];
  if (problems.length > 0) throw new FaultyConfiguration(problems, looksOf(readable, features));
}

type Check = (
  config: Partial<AuthConfig>,
  features: readonly FeatureOptions[],
) => Iterable<AuthError>;

/** Each check with its option; it is skipped if the type is wrong, which is reported already. */
const CHECKS: readonly (readonly [keyof AuthConfig, Check])[] = [
  ['secret', checkSecret],
  ...jwtGroup.checks,
  ['encryptionSecret', checkEncryptionSecret],
  ['trustHost', checkHost],
  ['trustedOrigins', checkTrustedOrigins],
  ['providers', checkProviders],
  ['adapter', checkAdapter],
  ['experimental', checkWebAuthn],
  ['session', checkSession],
  ...pagesGroup.checks,
  ['language', checkLanguage],
  ['texts', checkTexts],
  ['redirectProxyUrl', checkRedirectProxy],
  ['cookies', checkCookies],
  ...limitsGroup.checks,
  ...rpcGroup.checks,
  ...accountGroup.checks,
];

/**
 * Returns the theme, the languages and the error page if they are valid, whatever else is faulty.
 * @see docs/design/wire-contract.md 2
 */
function looksOf(config: Partial<AuthConfig>, features: readonly FeatureOptions[]): SoundLooks {
  return {
    theme: [...checkTheme(config)].length === 0 ? config.theme : undefined,
    errorPage: [...checkPages(config)].length === 0 ? config.pages?.error : undefined,
    languages: languagesOf(config, features),
  };
}

function languagesOf(
  { language, texts }: Partial<AuthConfig>,
  features: readonly FeatureOptions[],
): Languages {
  const problems = [...checkLanguage({ language, texts }), ...checkTexts({ texts }, features)];
  return problems.length === 0 ? resolveLanguages(language, texts) : resolveLanguages(undefined);
}
