import { Roles, SessionGuard } from '@authnest/core';
import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo';
import { UseGuards } from '@nestjs/common';
import {
  Field,
  GraphQLModule,
  ObjectType,
  Query,
  ResolveField,
  Resolver,
  Subscription,
} from '@nestjs/graphql';
import { MercuriusDriver, type MercuriusDriverConfig } from '@nestjs/mercurius';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { JANE, type Platform, TestApp } from '../support/test-app.js';
import { until } from '../support/until.js';
import { Watched } from '../support/watched.js';

@ObjectType()
class Note {
  @Field(() => String) text!: string;
  @Field(() => String, { nullable: true }) secret?: string;
}

/** Sends the next note. */
let send = (): void => undefined;

async function* notes(): AsyncGenerator<{ note: Note }> {
  for (let count = 0; ; count += 1) {
    await new Promise<void>((resolve) => (send = resolve));
    yield { note: { text: `note ${count}` } };
  }
}

@Resolver(() => Note)
@UseGuards(SessionGuard)
class NotesResolver {
  @Query(() => String)
  newest(): string {
    return '';
  }

  @Subscription(() => Note)
  note(): AsyncGenerator<{ note: Note }> {
    return notes();
  }

  @ResolveField(() => String, { nullable: true })
  @Roles('admin')
  secret(): string {
    return 'for administrators';
  }
}

const COMMON = { autoSchemaFile: true, fieldResolverEnhancers: ['guards' as const] };

const CASES = [
  [
    'Apollo',
    'express',
    () =>
      GraphQLModule.forRoot<ApolloDriverConfig>({
        ...COMMON,
        driver: ApolloDriver,
        subscriptions: { 'graphql-ws': true },
      }),
  ],
  [
    'Mercurius',
    'fastify',
    () =>
      GraphQLModule.forRoot<MercuriusDriverConfig>({
        ...COMMON,
        driver: MercuriusDriver,
        subscription: true,
      }),
  ],
] as const;

/** Subscribes as Jane, and returns what arrives. */
async function subscribe(app: TestApp) {
  const jane = app.client();
  await jane.signIn('credentials', JANE);
  const cookie = [...jane.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  class Socket extends WebSocket {
    constructor(url: string, protocols: string) {
      super(url, protocols, { headers: { cookie } });
    }
  }
  const client = createClient({
    url: `${app.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: Socket,
    retryAttempts: 0,
    lazy: false,
    onNonLazyError: () => undefined,
  });
  const secrets: unknown[] = [];
  client.subscribe<{ note: Note }>(
    { query: 'subscription { note { text secret } }' },
    {
      next: ({ data }) => void secrets.push(data?.note.secret),
      error: () => undefined,
      complete: () => undefined,
    },
  );
  const next = async (): Promise<unknown> => {
    const before = secrets.length;
    await until('a note has arrived', () => {
      send();
      return secrets.length > before;
    });
    return secrets.at(-1);
  };
  return { token: jane.cookies.get('authjs.session-token') ?? '', client, next };
}

describe('a field of a subscription that goes on', () => {
  it.each<readonly [string, Platform, () => ReturnType<(typeof CASES)[number][2]>]>(CASES)(
    'is refused soon after the user has lost the role for it: %s (HT8)',
    async (_, platform, graphql) => {
      const watched = new Watched();
      const app = await TestApp.start({
        platform,
        config: {
          ...watched.config,
          session: { strategy: 'database' },
          sockets: { recheck: 0 },
          roles: (user) => (user.name === 'jane' ? ['admin'] : []),
        },
        module: { imports: [graphql()], providers: [NotesResolver] },
      });
      const { token, client, next } = await subscribe(app);
      expect(await next()).toBe('for administrators');
      const { user } = (await watched.store.getSessionAndUser(token)) ?? {};

      await watched.store.updateUser({ id: user?.id ?? '', name: 'former' });

      watched.reset();
      await until('the session was read again', () => watched.calls.includes('getSessionAndUser'));
      // The first note may have come before the reading was over.
      await next();
      expect(await next()).toBeNull();
      await client.dispose();
      await app.close();
    },
  );
});
