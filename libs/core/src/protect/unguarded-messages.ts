import type { CanActivate, Type } from '@nestjs/common';
import { MetadataScanner, type ModulesContainer } from '@nestjs/core';
import { take } from 'rxjs';
import { decidedAccess } from './access-rule.js';

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
      const all = [...modules.values()];
      const isGlobal = all
        .flatMap(({ providers }) => [...providers.values()])
        .some(({ subtype, instance }) => subtype === 'guard' && instance instanceof guard);
      const controllers = all.flatMap((module) => [...module.controllers.values()]);
      if (!isGlobal) return;
      if (controllers.some(({ metatype }) => hasOpenMessages(metatype, guard))) report();
    });
}

function hasOpenMessages(controller: unknown, guard: Type<CanActivate>): boolean {
  if (typeof controller !== 'function') return false;
  const prototype = controller.prototype as Record<string, object>;
  return new MetadataScanner()
    .getAllMethodNames(prototype)
    .flatMap((name) => prototype[name] ?? [])
    .filter((handler) => Reflect.hasMetadata(PATTERN, handler))
    .some((handler) => decidedAccess({ handler, controller }, guard) === undefined);
}
