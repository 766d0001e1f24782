import { CurrentUser, OptionalSession, SessionGuard, type User } from '@authnest/core';
import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo';
import { UseGuards } from '@nestjs/common';
import { GraphQLModule, Query, Resolver } from '@nestjs/graphql';
import { MercuriusDriver, type MercuriusDriverConfig } from '@nestjs/mercurius';
import { JANE, OTTO, type Platform, TestApp } from '../support/test-app.js';

@Resolver()
@UseGuards(SessionGuard)
class WhoResolver {
  @Query(() => String, { nullable: true })
  who(@CurrentUser() user: User): string {
    return user.name ?? '';
  }

  @OptionalSession()
  @Query(() => String, { nullable: true })
  either(@CurrentUser() user: User | null): string {
    return user?.name ?? 'nobody';
  }
}

/** One object for all requests. NestJS keeps in it the first request that it has added. */
const shared = () => ({ stage: 'test' });

/** As `@nestjs/apollo` 13 does: its successor copies the object for each request. */
function firstRequest(): (parts: { req: object }) => object {
  const context: { stage: string; req?: object } = shared();
  return ({ req }) => {
    context.req ??= req;
    return context;
  };
}

const mercurius = (context: unknown) =>
  GraphQLModule.forRoot<MercuriusDriverConfig>({
    driver: MercuriusDriver,
    autoSchemaFile: true,
    context: context as never,
  });
const apollo = (context: unknown) =>
  GraphQLModule.forRoot<ApolloDriverConfig>({
    driver: ApolloDriver,
    autoSchemaFile: true,
    context: context as never,
  });

const common = shared();
const SHARED = [
  ['an object, for Mercurius', 'fastify', () => mercurius(shared())],
  ['what a function returns each time, for Mercurius', 'fastify', () => mercurius(() => common)],
  ['an object that Apollo keeps', 'express', () => apollo(firstRequest())],
] as const;

const OWN = [
  ['Mercurius', 'fastify', () => mercurius((req: object, reply: object) => ({ req, reply }))],
  [
    'Mercurius by the request of Node',
    'fastify',
    () => mercurius(({ raw }: { raw: object }) => ({ req: raw })),
  ],
  [
    'Apollo on Express',
    'express',
    () => apollo(({ req, res }: Record<string, object>) => ({ req, res })),
  ],
  ['Apollo on Fastify', 'fastify', () => apollo((req: object, reply: object) => ({ req, reply }))],
] as const;

const QUERY = { json: { query: '{ who either }' } };

async function start(platform: Platform, graphql: ReturnType<typeof apollo>) {
  const app = await TestApp.start({
    platform,
    config: { session: { strategy: 'jwt' } },
    module: { imports: [graphql], providers: [WhoResolver] },
  });
  const ask = async (browser = app.client()): Promise<unknown> =>
    (await browser.post('/graphql', QUERY)).json<{ data: unknown }>().data;
  const signedIn = async (form: Record<string, string>) => {
    const browser = app.client();
    await browser.signIn('credentials', form);
    return browser;
  };
  return { app, ask, signedIn };
}

describe('a context of GraphQL that all requests share', () => {
  it.each(SHARED)(
    'never gives somebody the session of the first: %s (HT5)',
    async (_, on, graphql) => {
      const { app, ask, signedIn } = await start(on, graphql());
      const [jane, otto] = [await signedIn(JANE), await signedIn(OTTO)];

      expect(await ask(jane)).toEqual({ who: 'jane', either: 'jane' });

      const nobody = { who: null, either: 'nobody' };
      expect(await ask()).toEqual(nobody);
      expect(await ask(otto)).toEqual(nobody);
      await app.close();
    },
  );
});

describe('a context of GraphQL that a function makes', () => {
  it.each(OWN)('has the session of its own request: %s', async (_, on, graphql) => {
    const { app, ask, signedIn } = await start(on, graphql());
    const [jane, otto] = [await signedIn(JANE), await signedIn(OTTO)];

    const got = await Promise.all([ask(jane), ask(otto), ask(), ask(jane)]);

    expect(got).toEqual([
      { who: 'jane', either: 'jane' },
      { who: 'otto', either: 'otto' },
      { who: null, either: 'nobody' },
      { who: 'jane', either: 'jane' },
    ]);
    await app.close();
  });
});
