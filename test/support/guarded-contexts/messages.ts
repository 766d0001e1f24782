import {
  CurrentSession,
  CurrentUser,
  forwardAuth,
  OptionalSession,
  Public,
  Roles,
  type Session,
  SessionGuard,
  type User,
} from '@authnest/core';
import { Controller, type Type, UseGuards } from '@nestjs/common';
import {
  type ClientProxy,
  ClientProxyFactory,
  MessagePattern,
  type MicroserviceOptions,
} from '@nestjs/microservices';
import { randomUUID } from 'node:crypto';
import { firstValueFrom } from 'rxjs';
import { type GuardedContext, seen } from './guarded-context.js';

/** Returns message handlers whose patterns no other test uses, since a broker may be shared. */
function messageDoors(prefix: string): Type {
  @Controller()
  @UseGuards(SessionGuard)
  class MessageDoors {
    @MessagePattern(`${prefix}.public`) @Public() public(
      @CurrentUser() user: User,
      @CurrentSession() session: Session,
    ) {
      return seen(user, session);
    }
    @MessagePattern(`${prefix}.optional`) @OptionalSession() optional(
      @CurrentUser() user: User,
      @CurrentSession() session: Session,
    ) {
      return seen(user, session);
    }
    @MessagePattern(`${prefix}.required`) required(
      @CurrentUser() user: User,
      @CurrentSession() session: Session,
    ) {
      return seen(user, session);
    }
    @MessagePattern(`${prefix}.roles`) @Roles('admin') roles(
      @CurrentUser() user: User,
      @CurrentSession() session: Session,
    ) {
      return seen(user, session);
    }
  }
  return MessageDoors;
}

/** Returns a context of messages, sent with `forwardAuth`. */
export function messages(
  name: string,
  options: MicroserviceOptions,
  problem?: string,
): GuardedContext {
  const prefix = `doors-${randomUUID()}`;
  return {
    name,
    problem,
    controllers: [messageDoors(prefix)],
    prepare: (app) => void app.connectMicroservice(options, { inheritAppConfig: true }),
    open: async () => {
      const client: ClientProxy = ClientProxyFactory.create(options as object);
      let token: string | undefined;
      forwardAuth(client, () => token);
      await client.connect();
      return {
        call: async (door, presented) => {
          token = presented.token;
          try {
            return {
              user: await firstValueFrom(client.send<string>(`${prefix}.${door}`, { token })),
            };
          } catch (refusal) {
            return refusal as { status: number };
          }
        },
        close: async () => client.close() as unknown as undefined,
      };
    },
  };
}
