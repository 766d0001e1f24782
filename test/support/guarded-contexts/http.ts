import {
  AuthService,
  CurrentSession,
  CurrentUser,
  OptionalSession,
  type PlatformRequest,
  Public,
  Roles,
  type Session,
  SessionGuard,
  type User,
} from '@authnest/core';
import { Controller, Get, type MessageEvent, Req, Sse, UseGuards } from '@nestjs/common';
import { type Observable, of } from 'rxjs';
import { headersOf, type GuardedContext, seen } from './guarded-context.js';

@Controller('doors')
@UseGuards(SessionGuard)
class HttpDoors {
  @Get('public') @Public() public(@CurrentUser() user: User, @CurrentSession() session: Session) {
    return seen(user, session);
  }
  @Get('optional') @OptionalSession() optional(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
  ) {
    return seen(user, session);
  }
  @Get('required') required(@CurrentUser() user: User, @CurrentSession() session: Session) {
    return seen(user, session);
  }
  @Get('roles') @Roles('admin') roles(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
  ) {
    return seen(user, session);
  }
}

export const http: GuardedContext = {
  name: 'HTTP',
  controllers: [HttpDoors],
  open: async (_, url) => ({
    call: async (door, presented) => {
      const response = await fetch(`${url}/doors/${door}`, { headers: headersOf(presented) });
      return response.ok ? { user: await response.text() } : { status: response.status };
    },
    close: async () => undefined,
  }),
};

@Controller('events')
@UseGuards(SessionGuard)
class EventDoors {
  constructor(private readonly auth: AuthService) {}

  @Sse('public') @Public() public(@CurrentUser() user: User, @CurrentSession() session: Session) {
    return of({ data: seen(user, session) });
  }
  @Sse('optional') @OptionalSession() optional(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
  ) {
    return of({ data: seen(user, session) });
  }
  @Sse('required') required(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @Req() request: PlatformRequest,
  ): Observable<MessageEvent> {
    return this.auth.whileSignedIn(request, of({ data: seen(user, session) }));
  }
  @Sse('roles') @Roles('admin') roles(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @Req() request: PlatformRequest,
  ): Observable<MessageEvent> {
    return this.auth.whileSignedIn(request, of({ data: seen(user, session) }));
  }
}

export const events: GuardedContext = {
  name: 'server-sent events',
  controllers: [EventDoors],
  open: async (_, url) => ({
    call: async (door, presented) => {
      const response = await fetch(`${url}/events/${door}`, { headers: headersOf(presented) });
      if (!response.ok) return { status: response.status };
      return { user: /^data: (.*)$/m.exec(await response.text())?.[1] ?? 'nothing' };
    },
    close: async () => undefined,
  }),
};
