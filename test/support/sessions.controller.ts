import { type PlatformRequest, Public, SessionService } from '@authnest/core';
import { Controller, Delete, Get, Param, Req } from '@nestjs/common';

/** Additional routes of an application; `of/:userId` is for its administrators. */
@Controller('sessions')
@Public()
export class SessionsController {
  constructor(private readonly sessions: SessionService) {}

  @Get() list(@Req() request: PlatformRequest) {
    return this.sessions.list(request);
  }

  @Delete() endAll(@Req() request: PlatformRequest) {
    return this.sessions.revokeAll(request);
  }

  @Get('of/:userId') of(@Param('userId') userId: string) {
    return this.sessions.list({ userId });
  }

  @Delete('of/:userId') endAllOf(@Param('userId') userId: string) {
    return this.sessions.revokeAll({ userId });
  }
}
