import type { CanActivate, Type } from '@nestjs/common';
import type { ModulesContainer } from '@nestjs/core';
import { decidedOf, isGlobal } from './found-handlers.js';

/** The metadata keys that `@ResolveField` and `@ResolveReference` of `@nestjs/graphql` set. */
const FIELDS = ['graphql:resolve_property', 'graphql:resolve_reference'];
/** The injection token of the options of `GraphQLModule`. */
const GRAPHQL_OPTIONS = 'GqlModuleOptions';

/**
 * Whether field resolvers of GraphQL, or those that find an entity of a federation by its reference,
 * have a guard that does not run: Nest applies none to them, not even one in `@UseGuards`, unless
 * `fieldResolverEnhancers` contains `'guards'`. Those that decorators open are left out.
 * @param guard - the guard class
 * @see docs/design/security-bar.md RQ10
 */
export function hasUnguardedFields(modules: ModulesContainer, guard: Type<CanActivate>): boolean {
  const providers = [...modules.values()].map((module) => module.providers);
  const isOff = providers
    .map((own) => own.get(GRAPHQL_OPTIONS)?.instance as { fieldResolverEnhancers?: unknown })
    .some((options) => options && ![options.fieldResolverEnhancers].flat().includes('guards'));
  if (!isOff) return false;
  const isEverywhere = isGlobal(modules, guard);
  return providers
    .flatMap((own) => [...own.values()])
    .flatMap(({ metatype }) => FIELDS.flatMap((field) => decidedOf(metatype, field, guard)))
    .some((access) => access === 'required' || (access === undefined && isEverywhere));
}
