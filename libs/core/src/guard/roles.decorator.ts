import { ruled, type RuleDecorator } from './ruled.decorator.js';

/**
 * Admits users who have one of the roles, and refuses other signed-in users with 403. It brings
 * `SessionGuard` along. A user's roles are what the option `roles` returns.
 * @throws {TypeError} if a name is missing, empty or not a string
 * @see docs/roles.md
 */
export function Roles(...anyOf: [string, ...string[]]): RuleDecorator {
  const isName = (name: unknown): boolean => typeof name === 'string' && name !== '';
  if (anyOf.length === 0 || !anyOf.every(isName))
    throw new TypeError('@Roles: expected at least one name of a role, each a non-empty string');
  return ruled('Roles', { kind: 'roles', anyOf });
}
