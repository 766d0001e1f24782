import {
  CurrentUser,
  type PlatformRequest,
  RedirectToSignIn,
  SessionGuard,
  type User,
  SessionService,
  WebAuthnService,
} from '@authnest/core';
import { Body, Controller, Get, Post, Redirect, Req, UseGuards } from '@nestjs/common';
import { Page } from '../pages/page.decorator.js';
import { deviceOf } from '../sessions/device-of.js';
import { renderPasskeysPage } from './passkeys.page.js';

const PAGE = '/passkeys';

/** Lets users manage their own passkeys; the service refuses access to those of others. */
@Controller('passkeys')
@UseGuards(SessionGuard)
export class PasskeysController {
  constructor(
    private readonly passkeys: WebAuthnService,
    private readonly sessions: SessionService,
  ) {}

  @Get()
  @RedirectToSignIn()
  @Page({ 'connect-src': "'self'", 'form-action': "'self'" })
  async show(@Req() request: PlatformRequest, @CurrentUser() user: User): Promise<string> {
    const passkeys = await this.passkeys.list(request);
    const { items } = await this.sessions.list(request);
    const here = items.find(({ current }) => current);
    return renderPasskeysPage({ user, passkeys, device: here && deviceOf(here) });
  }

  @Post('name')
  @Redirect(PAGE, 303)
  async rename(@Req() request: PlatformRequest, @Body() body: unknown): Promise<void> {
    const { id, name } = textsOf(body);
    await this.passkeys.rename(request, id, name);
  }

  @Post('remove')
  @Redirect(PAGE, 303)
  async remove(@Req() request: PlatformRequest, @Body() body: unknown): Promise<void> {
    await this.passkeys.remove(request, textsOf(body).id);
  }
}

/** Reads the fields of the form as strings, even if the body is not an object. */
function textsOf(body: unknown): { id: string; name: string } {
  const { id, name } = Object(body) as Record<string, unknown>;
  return { id: `${id}`, name: `${name}` };
}
