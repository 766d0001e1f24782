import { secretOfRealm } from '../crypto/realm.js';
import { definedOnly } from '../model/defined-only.js';
import type { EmailConfig } from './email-provider.js';
import type { ResolvedEmailProvider } from './resolved-provider.js';

/** Longest lifetime of an emailed link that ASVS 6.5.5 allows, in seconds. */
const TEN_MINUTES = 600;

/**
 * Completes an email provider that has passed its checks.
 * @see docs/design/wire-contract.md 12.2; docs/design/security-bar.md F03
 */
export function resolveEmailProvider(config: EmailConfig, realm = ''): ResolvedEmailProvider {
  const merged = mergeEmailProvider(config);
  const { id, name, secret, server } = merged;
  return {
    id,
    name: name ?? id,
    type: 'email',
    config: Object.freeze(merged),
    maxAgeSeconds: merged.maxAge ?? TEN_MINUTES,
    confirm: merged.confirm ?? 'auto',
    secrets:
      secret === undefined ? undefined : [secret].flat().map((one) => secretOfRealm(one, realm)),
    server,
    send: merged.sendVerificationRequest?.bind(merged),
    sendMail: merged.sendMail?.bind(merged),
    generateVerificationToken: merged.generateVerificationToken?.bind(merged),
    normalizeIdentifier: merged.normalizeIdentifier?.bind(merged),
  };
}

/** Merges defaults and options; transports and lists are replaced as a whole. */
export function mergeEmailProvider({ options, ...config }: EmailConfig): EmailConfig {
  return { ...config, ...definedOnly(options), type: 'email' };
}
