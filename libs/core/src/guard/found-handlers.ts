import type { CanActivate, Type } from '@nestjs/common';
import { MetadataScanner, type ModulesContainer } from '@nestjs/core';
import type { Access } from './access.js';
import { decidedAccess } from './access-rule.js';

/** Whether a guard is global, as `APP_GUARD`. @param guard - the guard class */
export function isGlobal(modules: ModulesContainer, guard: Type<CanActivate>): boolean {
  return [...modules.values()]
    .flatMap(({ providers }) => [...providers.values()])
    .some(({ subtype, instance }) => subtype === 'guard' && instance instanceof guard);
}

/**
 * Returns what decorators decide about the handlers of a class with some metadata; undefined for
 * those about which none do.
 */
export function decidedOf(
  target: unknown,
  metadata: string,
  guard: Type<CanActivate>,
): (Access | undefined)[] {
  if (typeof target !== 'function' || !target.prototype) return [];
  const prototype = target.prototype as Record<string, unknown>;
  return new MetadataScanner()
    .getAllMethodNames(prototype)
    .map((name) => prototype[name])
    .filter((handler): handler is object => typeof handler === 'function')
    .filter((handler) => Reflect.hasMetadata(metadata, handler))
    .map((handler) => decidedAccess({ handler, controller: target }, guard));
}
