import { CurrentUser, RedirectToSignIn, SessionGuard, type User } from '@authnest/core';
import { Controller, Get, UseGuards } from '@nestjs/common';
import { Page } from '../pages/page.decorator.js';
import { renderProtectedPage } from './protected.page.js';

/** A page for signed-in users; without a session, browsers are sent to sign in and then back. */
@Controller('protected')
@UseGuards(SessionGuard)
export class ProtectedController {
  @Get()
  @RedirectToSignIn()
  @Page()
  show(@CurrentUser() user: User): string {
    return renderProtectedPage(user);
  }
}
