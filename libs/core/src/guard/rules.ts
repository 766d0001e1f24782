import type { ExecutionContext } from '@nestjs/common';
import type { MaybePromise } from '../model/maybe-promise.js';
import type { Session } from '../model/session.js';

/**
 * Decides whether a signed-in user may call a handler. Only `true` admits: `false`, any other value
 * and an exception refuse.
 */
export type Authorization = (session: Session, context: ExecutionContext) => MaybePromise<boolean>;

/** What a decorator requires of a signed-in user. */
export type Rule =
  | { readonly kind: 'fresh'; readonly maxAge: number }
  | { readonly kind: 'roles'; readonly anyOf: readonly string[] }
  | { readonly kind: 'authorize'; readonly by: Authorization };

/** The metadata key of the rules; shared by all copies of the package, as those in `access.ts` are. */
const RULES = Symbol.for('authnest@0:rules');

/** Adds a rule to those that a handler or a class has itself. */
export function addRule(target: object, rule: Rule): void {
  Reflect.defineMetadata(RULES, [...ownRules(target), rule], target);
}

/** Returns the rules of a handler or a class itself, without those of its base classes. */
export function ownRules(target: object): readonly Rule[] {
  return (Reflect.getOwnMetadata(RULES, target) as readonly Rule[] | undefined) ?? [];
}
