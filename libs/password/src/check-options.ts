import { type AuthConfig, AuthError } from '@authnest/core';
import { PROVIDER, type PasswordProvider, SETTINGS } from './settings.js';

/**
 * NIST SP 800-63B-4 section 3.1.1.2: 8 with a second factor, 64 must be possible. As many as that
 * always fit into what is normalized.
 */
const BOUNDS = { minLength: [8, 1024], maxLength: [64, 1024] } as const;

/** What our forms send themselves. */
const OWN_FIELDS = ['email', 'password', 'code', 'challenge', 'csrfToken', 'callbackUrl'];

/** Reports wrong options of `Password`. */
export function* checkOptions({ providers }: Partial<AuthConfig>): Iterable<AuthError> {
  const provider = (providers ?? []).find(isPassword);
  if (!provider) return;
  const settings = provider[SETTINGS];
  for (const name of ['minLength', 'maxLength'] as const) {
    const value: unknown = settings[name];
    const [least, most] = BOUNDS[name];
    if (!Number.isSafeInteger(value) || Number(value) < least || Number(value) > most) {
      yield fault(name, `a whole number from ${least} to ${most}`);
    }
  }
  if (settings.minLength > settings.maxLength) yield fault('maxLength', '`minLength` or more');
  for (const name of ['resetMaxAge', 'registerMaxAge'] as const) {
    if (!(Number.isSafeInteger(settings[name]) && settings[name] > 0)) {
      yield fault(name, 'a whole number of seconds, 1 or more');
    }
  }
  const { registration, blocklist, store, breached, inputs, schema } = settings;
  if (schema && Object.keys(inputs).length === 0) {
    yield fault('inputs', 'the inputs for the schema in `fields`, which does not describe them');
  }
  const used = Object.keys(inputs).find((name) => OWN_FIELDS.includes(name));
  if (used !== undefined)
    yield fault('fields', `another name than \`${used}\`, which the form uses`);
  if (!['open', 'closed'].includes(registration as string) && typeof registration !== 'function') {
    yield fault('registration', "'open', 'closed' or a function");
  }
  if (blocklist !== 'common' && blocklist !== false && typeof blocklist !== 'function') {
    yield fault('blocklist', "'common', false or a function");
  }
  if (breached !== false && !hasFunctions(breached, ['isBreached'])) {
    yield fault('breached', 'false, or `hibp()`');
  }
  if (store !== undefined && !hasFunctions(store, ['find', 'save', 'remove']))
    yield fault('store', 'an object with `find`, `save`, `remove`');
}

function hasFunctions(value: unknown, names: readonly string[]): boolean {
  return names.every((name) => typeof Reflect.get(Object(value), name) === 'function');
}

function isPassword(provider: unknown): provider is PasswordProvider {
  return (
    typeof provider === 'object' &&
    provider !== null &&
    SETTINGS in provider &&
    (provider as { id?: unknown }).id === PROVIDER
  );
}

function fault(option: string, expected: string): AuthError {
  return new AuthError(`Password(): ${option}: expected ${expected}`);
}
