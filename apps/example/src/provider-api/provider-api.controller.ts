import {
  CurrentSession,
  CurrentUser,
  ProviderTokenMissing,
  ProviderTokenRefused,
  ProviderTokensService,
  RedirectToSignIn,
  type Session,
  SessionGuard,
  type User,
} from '@authnest/core';
import { BadGatewayException, Controller, Get, UseGuards } from '@nestjs/common';
import { Page } from '../pages/page.decorator.js';
import { renderProviderApiPage } from './provider-api.page.js';

/** Calls the demo provider's API with the token of the sign-in. */
@Controller('provider-api')
@UseGuards(SessionGuard)
export class ProviderApiController {
  constructor(private readonly tokens: ProviderTokensService) {}

  @Get()
  @RedirectToSignIn()
  @Page()
  async show(@CurrentSession() session: Session, @CurrentUser() user: User): Promise<string> {
    const response = await this.ask(session);
    const grants = await this.tokens.list(session);
    return renderProviderApiPage({ user, grants, response });
  }

  /** Calls the API. Returns null if the user first has to sign in at the provider (again). */
  private async ask(session: Session): Promise<unknown> {
    const url = new URL('/me', process.env['AUTH_DEMO_ISSUER']);
    try {
      const response = await this.tokens.fetch(session, 'demo', url);
      if (!response.ok) throw new BadGatewayException(`the API responded with ${response.status}`);
      return await response.json();
    } catch (thrown) {
      const isOver =
        thrown instanceof ProviderTokenMissing || thrown instanceof ProviderTokenRefused;
      if (isOver) return null;
      throw thrown;
    }
  }
}
