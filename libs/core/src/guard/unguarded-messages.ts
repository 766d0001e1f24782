import type { CanActivate, Type } from '@nestjs/common';
import type { ModulesContainer } from '@nestjs/core';
import { take } from 'rxjs';
import { decidedOf, isGlobal } from './found-handlers.js';

/** The metadata key of a message handler, which `@MessagePattern` and `@EventPattern` set. */
const PATTERN = 'microservices:pattern';

/**
 * Reports, once, a microservice of the application with message handlers that a global guard does
 * not cover: Nest applies global guards to it only if it is connected with `inheritAppConfig`, which
 * is not visible here. Handlers about which decorators decide are left out.
 * @param guard - the guard class
 * @see docs/design/security-bar.md RQ10
 */
export function reportUnguardedMessages(
  modules: ModulesContainer,
  guard: Type<CanActivate>,
  report: () => void,
): void {
  // Early versions of NestJS 11 do not show microservices.
  (modules as Partial<ModulesContainer>)
    .getRpcTargetRegistry?.()
    .pipe(take(1))
    .subscribe(() => {
      if (!isGlobal(modules, guard)) return;
      const isOpen = [...modules.values()]
        .flatMap(({ controllers }) => [...controllers.values()])
        .some(({ metatype }) => decidedOf(metatype, PATTERN, guard).includes(undefined));
      if (isOpen) report();
    });
}
