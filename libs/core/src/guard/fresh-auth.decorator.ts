import { ruled, type RuleDecorator } from './ruled.decorator.js';

const UNITS = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

/**
 * Admits users who proved who they are a short time ago in this session, and sends others to
 * `reauthenticate`: a browser that opens a page is redirected there, any other caller gets 403 with
 * its `url`. It brings `SessionGuard` along.
 * @param maxAge - seconds, or a text such as `5m`, `30s`, `1h`
 * @throws {TypeError} for any other value
 * @see docs/sessions.md; OWASP ASVS 7.5.3
 */
export function FreshAuth(maxAge: number | `${number}${keyof typeof UNITS}`): RuleDecorator {
  return ruled('FreshAuth', { kind: 'fresh', maxAge: secondsOf(maxAge) });
}

function secondsOf(maxAge: unknown): number {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(String(maxAge)) ?? [];
  const seconds = unit ? Number(count) * UNITS[unit as keyof typeof UNITS] : maxAge;
  if (typeof seconds === 'number' && seconds > 0 && Number.isFinite(seconds)) return seconds;
  throw new TypeError("@FreshAuth: expected seconds, more than 0, or a text such as '5m'");
}
