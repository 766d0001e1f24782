import { UseGuards } from '@nestjs/common';
import { addRule, type Rule } from './rules.js';
import { SessionGuard } from './session.guard.js';

/** A decorator of handlers and controllers. */
export type RuleDecorator = ClassDecorator & MethodDecorator;

/**
 * Creates a decorator that adds a rule and the guard, which enforces it.
 * @param name - of the decorator, for errors
 */
export function ruled(name: string, rule: Rule): RuleDecorator {
  return (target: object, key?: string | symbol, descriptor?: PropertyDescriptor) => {
    const decorated: unknown = key === undefined ? target : descriptor?.value;
    // On anything else Nest would keep neither the guard nor the rule, and the route would be open.
    if (typeof decorated !== 'function')
      throw new TypeError(`@${name}: expected a method or a class; got ${String(key)}`);
    addRule(decorated, rule);
    if (key === undefined) UseGuards(SessionGuard)(decorated);
    else UseGuards(SessionGuard)(target, key, descriptor as PropertyDescriptor);
  };
}
