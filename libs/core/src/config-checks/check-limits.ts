import { AuthError } from '../errors/auth.error.js';
import type { AuthConfig } from '../options/auth-config.js';
import { DEFAULT_LIMITS } from '../options/default-limits.js';
import type { LimitedWork } from '../options/limits-options.js';
import {
  checkNames,
  checkValues,
  type OptionTest,
  positiveSeconds,
} from '../options/option-test.js';

const attempts: OptionTest = [
  'a whole number, 1 or more',
  (value) => Number.isSafeInteger(value) && Number(value) >= 1,
];

const RULE = {
  sameNetwork: attempts,
  network: attempts,
  identifier: attempts,
  window: positiveSeconds,
  longestWait: positiveSeconds,
};

/** Checks the option `limits`. @see docs/limits.md */
export function* checkLimits({ limits }: Pick<AuthConfig, 'limits'>): Iterable<AuthError> {
  if (!limits) return;
  for (const work of Object.keys(DEFAULT_LIMITS) as LimitedWork[]) {
    const rule = limits[work];
    if (rule === undefined) continue;
    yield* checkNames(`limits.${work}.`, rule, RULE);
    yield* checkValues(`limits.${work}.`, rule, RULE);
  }
  const { store } = limits;
  if (store && !('multi' in store && ('defineCommand' in store || 'sendCommand' in store))) {
    yield new AuthError('limits.store: expected a client of `ioredis` or `redis`');
  }
}
