import type { CanActivate, ExecutionContext, Type } from '@nestjs/common';
import { type AccessRule, accessRule } from './access-rule.js';

/** Caches the access rule of each handler, so that metadata is not read on each request. */
export class RuleCache {
  private readonly known = new WeakMap<object, WeakMap<object, AccessRule>>();

  /** @param guard - the guard class; a session is required if it is in `@UseGuards` */
  constructor(private readonly guard: Type<CanActivate>) {}

  of(context: ExecutionContext): AccessRule {
    const handler = context.getHandler();
    const controller = context.getClass();
    let ofController = this.known.get(controller);
    if (!ofController) this.known.set(controller, (ofController = new WeakMap()));
    let rule = ofController.get(handler);
    if (!rule) ofController.set(handler, (rule = accessRule({ handler, controller }, this.guard)));
    return rule;
  }
}
