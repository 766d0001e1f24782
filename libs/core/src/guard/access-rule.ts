import type { CanActivate, Type } from '@nestjs/common';
import { type Access, ACCESS, REDIRECT_TO_SIGN_IN } from './access.js';
import { ownRules, type Rule } from './rules.js';

/** What the decorators of a handler and its classes require. */
export interface AccessRule {
  readonly access: Access;
  readonly redirect: boolean;
  /** What a signed-in user must fulfil; undefined if nothing. */
  readonly rules: readonly Rule[] | undefined;
}

/** A handler, and its class. */
export interface Handler {
  readonly handler: object;
  readonly controller: object;
}

/**
 * Returns the rule for a handler. If no decorator decides, a session is required.
 * @param guard - the guard class; a session is required if it is in `@UseGuards`
 */
export function accessRule(of: Handler, guard: Type<CanActivate>): AccessRule {
  const redirects = (target: object): boolean =>
    Reflect.getMetadata(REDIRECT_TO_SIGN_IN, target) === true;
  const access = decidedAccess(of, guard) ?? 'required';
  const rules = access === 'required' ? rulesOf(of, guard) : [];
  return {
    access,
    redirect: redirects(of.handler) || redirects(of.controller),
    rules: rules.length > 0 ? rules : undefined,
  };
}

/**
 * Returns the nearest rules of each kind, up to a class that is public or has an optional session.
 * What only requires a session, such as the guard on a handler, keeps the rules of the class.
 */
function rulesOf({ handler, controller }: Handler, guard: Type<CanActivate>): readonly Rule[] {
  const targets = [handler, ...classesOf(controller)];
  const open = targets.findIndex((one) => (ownAccess(one, guard) ?? 'required') !== 'required');
  const closed = open < 0 ? targets : targets.slice(0, open);
  return (['fresh', 'roles', 'authorize'] as const).flatMap(
    (kind) => firstOf(closed, (target) => rulesOn(target, kind)) ?? [],
  );
}

function rulesOn(target: object, kind: Rule['kind']): readonly Rule[] | undefined {
  const rules = ownRules(target).filter((rule) => rule.kind === kind);
  return rules.length > 0 ? rules : undefined;
}

/**
 * Returns what the decorators of a handler decide, else those of the nearest class that has any;
 * undefined if none do. Metadata is read class by class: if it were inherited, `@Public()` on a base
 * class would open a derived class that has the guard.
 */
export function decidedAccess(
  { handler, controller }: Handler,
  guard: Type<CanActivate>,
): Access | undefined {
  return firstOf([handler, ...classesOf(controller)], (target) => ownAccess(target, guard));
}

/** Yields a class and its base classes, most derived first. */
function* classesOf(controller: object): Iterable<object> {
  let target: object | null = controller;
  while (target !== null && target !== Function.prototype) {
    yield target;
    target = Object.getPrototypeOf(target) as object | null;
  }
}

function ownAccess(target: object, guard: Type<CanActivate>): Access | undefined {
  // Beside `@Public()` on the same target, the stricter decorator applies.
  if (ownRules(target).length > 0) return 'required';
  const own = Reflect.getOwnMetadata(ACCESS, target) as Access | undefined;
  if (own !== undefined) return own;
  // A redirect to the sign-in page implies that a session is required.
  const asks =
    Reflect.getOwnMetadata(REDIRECT_TO_SIGN_IN, target) === true ||
    guardsOn(target).some((one) => isGuard(one, guard));
  return asks ? 'required' : undefined;
}

/** The guards in `@UseGuards` on the target itself; Nest stores them after inherited ones. */
function guardsOn(target: object): readonly unknown[] {
  const own = listOf(Reflect.getOwnMetadata(GUARDS, target));
  const inherited = listOf(Reflect.getMetadata(GUARDS, Object.getPrototypeOf(target) as object));
  return inherited.every((one, index) => one === own[index]) ? own.slice(inherited.length) : own;
}

function isGuard(named: unknown, guard: Type<CanActivate>): boolean {
  if (named === guard || named instanceof guard) return true;
  return typeof named === 'function' && named.prototype instanceof guard;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function firstOf<T, R>(all: readonly T[], find: (one: T) => R | undefined): R | undefined {
  for (const one of all) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The metadata key under which Nest stores the guards in `@UseGuards`. */
const GUARDS = '__guards__';
