import {
  CurrentSession,
  CurrentUser,
  OptionalSession,
  Public,
  Roles,
  type Session,
  SessionGuard,
  type User,
} from '@authnest/core';
import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo';
import { type Type, UseGuards } from '@nestjs/common';
import { GraphQLModule, Query, Resolver, Subscription } from '@nestjs/graphql';
import { MercuriusDriver, type MercuriusDriverConfig } from '@nestjs/mercurius';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import {
  headersOf,
  type Door,
  type GuardedContext,
  type Outcome,
  seen,
  STATUSES,
} from './guarded-context.js';

/** Yields once, so that a subscription has one result. */
async function* once(door: Door, user: User | null, session: Session | null) {
  yield { [door]: seenOverSocket(user, session) };
}

/** An operation over a socket comes when the request is over, so it has no `AuthContext`. */
function seenOverSocket(user: User | null, session: Session | null): string {
  return user?.name === session?.user?.name ? (user?.name ?? '-') : 'differs';
}

/** @param see - what each query does */
function queryDoors(see: typeof seen): Type {
  @Resolver()
  @UseGuards(SessionGuard)
  class QueryDoors {
    @Query(() => String) @Public() public(
      @CurrentUser() user: User,
      @CurrentSession() session: Session,
    ) {
      return see(user, session);
    }
    @Query(() => String) @OptionalSession() optional(
      @CurrentUser() user: User,
      @CurrentSession() session: Session,
    ) {
      return see(user, session);
    }
    @Query(() => String) required(@CurrentUser() user: User, @CurrentSession() session: Session) {
      return see(user, session);
    }
    @Query(() => String) @Roles('admin') roles(
      @CurrentUser() user: User,
      @CurrentSession() session: Session,
    ) {
      return see(user, session);
    }
  }
  return QueryDoors;
}

@Resolver()
@UseGuards(SessionGuard)
class SubscriptionDoors {
  @Subscription(() => String, { name: 'public' }) @Public() public(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
  ) {
    return once('public', user, session);
  }
  @Subscription(() => String, { name: 'optional' }) @OptionalSession() optional(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
  ) {
    return once('optional', user, session);
  }
  @Subscription(() => String, { name: 'required' }) required(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
  ) {
    return once('required', user, session);
  }
  @Subscription(() => String, { name: 'roles' }) @Roles('admin') roles(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
  ) {
    return once('roles', user, session);
  }
}

/** What an operation results in. */
interface Result {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly { extensions?: Readonly<Record<string, unknown>> }[];
}

function outcomeOf(door: Door, { data, errors = [] }: Result): Outcome {
  const code = errors[0]?.extensions?.['errorCode'];
  return errors.length > 0
    ? { status: STATUSES[String(code)] ?? 500 }
    : { user: String(data?.[door]) };
}

/** Sends queries over HTTP. */
const query: GuardedContext['open'] = async (_, url) => ({
  call: async (door, presented) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headersOf(presented) },
      body: JSON.stringify({ query: `{ ${door} }` }),
    });
    return outcomeOf(door, (await response.json()) as Result);
  },
  close: async () => undefined,
});

/** Sends operations over sockets, one for each. @param kind - such as `subscription` */
const over =
  (kind: 'query' | 'subscription'): GuardedContext['open'] =>
  async (_, url) => ({
    call: async (door, presented) => {
      class Handshake extends WebSocket {
        constructor(to: string, protocols: string) {
          super(to, protocols, { headers: headersOf(presented) });
        }
      }
      const client = createClient({
        url: `${url.replace('http', 'ws')}/graphql`,
        webSocketImpl: Handshake,
        retryAttempts: 0,
      });
      const result = await new Promise<Result>((resolve, reject) => {
        const next = (one: unknown): void => resolve(one as Result);
        const error = (thrown: unknown): void =>
          Array.isArray(thrown) ? resolve({ errors: thrown }) : reject(thrown as Error);
        client.subscribe({ query: `${kind} { ${door} }` }, { next, error, complete: reject });
      });
      await client.dispose();
      return outcomeOf(door, result);
    },
    close: async () => undefined,
  });

export const graphql: GuardedContext = {
  name: 'GraphQL',
  imports: [
    GraphQLModule.forRoot<ApolloDriverConfig>({
      driver: ApolloDriver,
      autoSchemaFile: true,
      subscriptions: { 'graphql-ws': true },
    }),
  ],
  providers: [queryDoors(seen)],
  open: query,
};

/** Over the server of the record above. */
export const subscriptions: GuardedContext = {
  name: 'GraphQL over graphql-ws',
  providers: [SubscriptionDoors],
  open: over('subscription'),
};

/** Mercurius takes all upgrades of its server, and the path of the driver above. */
const mercurius = (providers: readonly Type[]) =>
  ({
    isAlone: true,
    platform: 'fastify',
    imports: [
      GraphQLModule.forRoot<MercuriusDriverConfig>({
        driver: MercuriusDriver,
        autoSchemaFile: true,
        subscription: { fullWsTransport: true },
      }),
    ],
    providers,
  }) as const;

export const mercuriusContexts: readonly GuardedContext[] = [
  { ...mercurius([queryDoors(seen)]), name: 'Mercurius', open: query },
  {
    ...mercurius([queryDoors(seenOverSocket)]),
    name: 'queries over the socket of Mercurius',
    open: over('query'),
  },
  {
    // A schema has at least one query.
    ...mercurius([queryDoors(seen), SubscriptionDoors]),
    name: 'subscriptions over the socket of Mercurius',
    open: over('subscription'),
  },
];
