import {
  CurrentUser,
  type PlatformRequest,
  RedirectToSignIn,
  SessionGuard,
  SessionService,
  type User,
} from '@authnest/core';
import {
  Body,
  Controller,
  Get,
  NotFoundException,
  Post,
  Redirect,
  Req,
  UseGuards,
} from '@nestjs/common';
import { Page } from '../pages/page.decorator.js';
import { renderSessionsPage } from './sessions.page.js';

const PAGE = '/sessions';

/** Lets users see where they are signed in, and end sessions that they do not recognize. */
@Controller('sessions')
@UseGuards(SessionGuard)
export class SessionsController {
  constructor(private readonly sessions: SessionService) {}

  @Get()
  @RedirectToSignIn()
  @Page({ 'form-action': "'self'" })
  async show(@Req() request: PlatformRequest, @CurrentUser() user: User): Promise<string> {
    const { items } = await this.sessions.list(request);
    return renderSessionsPage({ user, sessions: items });
  }

  @Post('end')
  @Redirect(PAGE, 303)
  async end(@Req() request: PlatformRequest, @Body() body: unknown): Promise<void> {
    const { id } = Object(body) as Record<string, unknown>;
    try {
      await this.sessions.revoke(request, `${id}`);
    } catch (thrown) {
      // The session has already ended, as requested.
      if (!(thrown instanceof NotFoundException)) throw thrown;
    }
  }

  @Post('end-others')
  @Redirect(PAGE, 303)
  async endOthers(@Req() request: PlatformRequest): Promise<void> {
    await this.sessions.revokeOthers(request);
  }

  @Post('end-all')
  @Redirect('/', 303)
  async endAll(@Req() request: PlatformRequest): Promise<void> {
    await this.sessions.revokeAll(request);
  }
}
