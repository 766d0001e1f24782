import type { Keyring } from '../crypto/keyring.js';
import { isSealedElsewhere } from '../crypto/sealed-elsewhere.js';
import type { AuthLogger } from './auth-logger.port.js';

/** Codes of differences between instances; the warnings are in `warning-texts.ts`. */
type Mismatch = 'clock-behind' | 'unknown-secret' | 'unnamed-session';

interface Config {
  readonly logger: AuthLogger;
  readonly realm: string;
}

const HOUR_MS = 60 * 60 * 1000;

const reported = new WeakMap<Config['logger'], Map<Mismatch, number>>();

/**
 * Reports that another instance is configured differently, as far as its cookies and sessions show.
 * Clients can forge these, so each line is logged at most once an hour, contains nothing from the
 * request, and does not affect the response.
 * @see docs/deployment.md, When instances do not agree; docs/design/security-bar.md D25
 */
export function reportMismatch({ logger }: Pick<Config, 'logger'>, code: Mismatch): void {
  const codes = reported.get(logger) ?? new Map<Mismatch, number>();
  reported.set(logger, codes);
  const now = performance.now();
  const last = codes.get(code);
  if (last !== undefined && now - last < HOUR_MS) return;
  codes.set(code, now);
  logger.warn(code);
}

/** Call if a cookie could not be opened. It may belong to another realm, which is no mistake. */
export function reportUnopened(config: Config, token: string, keyring: Keyring): void {
  if (isSealedElsewhere(token, keyring)) reportUnknownSecret(config);
}

/** Call if a value has our format, but none of this instance's secrets was used to create it. */
export function reportUnknownSecret(config: Config): void {
  if (config.realm === '') reportMismatch(config, 'unknown-secret');
}
