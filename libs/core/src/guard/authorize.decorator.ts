import { ruled, type RuleDecorator } from './ruled.decorator.js';
import type { Authorization } from './rules.js';

/**
 * Admits users for whom the function returns or resolves with `true`, and refuses other signed-in
 * users with 403. It brings `SessionGuard` along.
 * @throws {TypeError} if it is not given a function
 * @see docs/roles.md
 */
export function Authorize(by: Authorization): RuleDecorator {
  if (typeof by !== 'function') throw new TypeError('@Authorize: expected a function');
  return ruled('Authorize', { kind: 'authorize', by });
}
