import type { CanActivate, Type } from '@nestjs/common';
import type { ModulesContainer } from '@nestjs/core';
import { decidedOf, isGlobal } from './found-handlers.js';

/** The metadata key of a field resolver, which `@ResolveField` of `@nestjs/graphql` sets. */
const FIELD = 'graphql:resolve_property';
/** The injection token of the options of `GraphQLModule`. */
const GRAPHQL_OPTIONS = 'GqlModuleOptions';

/**
 * Whether field resolvers of GraphQL have a guard that does not run: Nest applies none to them, not
 * even one in `@UseGuards`, unless `fieldResolverEnhancers` contains `'guards'`. Those that
 * decorators open are left out.
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
    .flatMap(({ metatype }) => decidedOf(metatype, FIELD, guard))
    .some((access) => access === 'required' || (access === undefined && isEverywhere));
}
