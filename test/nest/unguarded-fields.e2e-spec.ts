import { OptionalSession, Public, Roles, SessionGuard } from '@authnest/core';
import { Injectable, SetMetadata, type Type, UseGuards } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { platforms, TestApp } from '../support/test-app.js';

/** The metadata that `@ResolveField()` of `@nestjs/graphql` 14 sets. */
const ResolveField = () => SetMetadata('graphql:resolve_property', true);
/** The metadata that `@ResolveReference()` sets. */
const ResolveReference = () => SetMetadata('graphql:resolve_reference', true);

@Injectable()
class PlainResolver {
  @ResolveField() orders(): void {}
}

@Injectable()
class RuledResolver {
  @ResolveField() @Roles('admin') orders(): void {}
}

@Injectable()
@UseGuards(SessionGuard)
class OfClassResolver {
  @ResolveField() orders(): void {}
}

@Injectable()
@UseGuards(SessionGuard)
class EntityResolver {
  @ResolveReference() byReference(): void {}
}

@Injectable()
class OpenResolver {
  @ResolveField() @Public() orders(): void {}
  @ResolveField() @OptionalSession() offers(): void {}
  @ResolveReference() @Public() byReference(): void {}
  notAField(): void {}
}

const GLOBAL = { provide: APP_GUARD, useClass: SessionGuard };
const ON = { fieldResolverEnhancers: ['guards'] };
const OFF = { fieldResolverEnhancers: ['filters'] };

describe.each(platforms())('field resolvers of GraphQL on %s', (platform) => {
  const warningsOf = async (resolver: Type, options: object | undefined, isGlobal: boolean) => {
    const graphql = { provide: 'GqlModuleOptions', useValue: options };
    const app = await TestApp.start({
      platform,
      module: {
        providers: [resolver, ...(options ? [graphql] : []), ...(isGlobal ? [GLOBAL] : [])],
      },
    });
    await app.close();
    return app.logs.warnings;
  };

  it.each<[string, Type, object, boolean]>([
    ['a global guard', PlainResolver, OFF, true],
    ['a global guard, and no option', PlainResolver, {}, true],
    ['a rule', RuledResolver, OFF, false],
    ['a guard on the class', OfClassResolver, OFF, false],
    ['a guard on the class, for references', EntityResolver, OFF, false],
  ])('cause a warning if Nest does not run %s (RQ10)', async (_, resolver, options, isGlobal) => {
    expect(await warningsOf(resolver, options, isGlobal)).toEqual(['unguarded-fields']);
  });

  it.each<[string, Type, object | undefined, boolean]>([
    ['Nest runs guards on them', RuledResolver, ON, true],
    ['they are open', OpenResolver, OFF, true],
    ['nothing guards them', PlainResolver, OFF, false],
    ['there is no GraphQL', RuledResolver, undefined, true],
  ])('cause no warning if %s', async (_, resolver, options, isGlobal) => {
    expect(await warningsOf(resolver, options, isGlobal)).toEqual([]);
  });
});
