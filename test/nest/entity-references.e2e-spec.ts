import { CurrentUser, SessionGuard, type User } from '@authnest/core';
import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo';
import { HttpException, UseGuards } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import {
  Field,
  GraphQLModule,
  ID,
  ObjectType,
  Parent,
  Query,
  Resolver,
  ResolveReference,
} from '@nestjs/graphql';
import type { IncomingMessage } from 'node:http';
import { JANE, platforms, TestApp } from '../support/test-app.js';

@ObjectType()
class Order {
  @Field(() => ID) id!: string;
  @Field(() => String) buyer!: string;
}

@Resolver(() => Order)
@UseGuards(SessionGuard)
class OrderResolver {
  @Query(() => Order)
  order(@CurrentUser() user: User): Order {
    return { id: '1', buyer: user.name ?? '' };
  }

  @ResolveReference()
  byReference(@Parent() { id }: { id: string }, @CurrentUser() user: User): Order {
    return { id, buyer: user.name ?? '' };
  }
}

/** Finds an entity, as a gateway of a federation asks for it: with three arguments. */
type Find = (reference: object, context: object, info: object) => Promise<Order>;

/** What Nest calls the finder of an entity, in place of the driver for a federation. */
function finderIn(app: TestApp): Find {
  const [explorer] = [...app.app.get(ModulesContainer).values()]
    .flatMap(({ providers }) => [...providers.values()])
    .filter(({ name }) => name === 'ResolversExplorerService')
    .map(({ instance }) => instance as { explore(): unknown });
  const [{ Order: order }] = [explorer?.explore()].flat() as [
    { Order: { __resolveReference: Find } },
  ];
  return order.__resolveReference;
}

describe.each(platforms())('an entity of a federation, found by a gateway, on %s', (platform) => {
  it('is found for the user of the request, and refused to everybody else (HT6)', async () => {
    const app = await TestApp.start({
      platform,
      config: { session: { strategy: 'jwt' } },
      module: {
        imports: [
          GraphQLModule.forRoot<ApolloDriverConfig>({
            driver: ApolloDriver,
            autoSchemaFile: true,
            fieldResolverEnhancers: ['guards'],
          }),
        ],
        providers: [OrderResolver],
      },
    });
    const jane = app.client();
    await jane.signIn('credentials', JANE);
    const cookie = [...jane.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const find = finderIn(app);
    const ask = (headers: IncomingMessage['headers']) => {
      const url = '/graphql';
      const req = {
        method: 'POST',
        originalUrl: url,
        url,
        protocol: 'http',
        host: 'a.test',
        headers,
      };
      return find({ __typename: 'Order', id: '7' }, { req }, {});
    };

    expect(await ask({ cookie })).toEqual({ id: '7', buyer: 'jane' });
    const refused = await ask({}).catch((thrown: unknown) => thrown);
    expect(refused).toBeInstanceOf(HttpException);
    expect((refused as HttpException).getStatus()).toBe(401);
    await app.close();
  });
});
