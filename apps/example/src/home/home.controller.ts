import { CurrentSession, OptionalSession, type Session, SessionGuard } from '@authnest/core';
import { Controller, Get, UseGuards } from '@nestjs/common';
import { Page } from '../pages/page.decorator.js';
import { renderHomePage } from './home.page.js';

/** Shows the home page, which is open to everyone and displays who is signed in. */
@Controller()
@UseGuards(SessionGuard)
export class HomeController {
  @Get()
  @OptionalSession()
  @Page()
  show(@CurrentSession() session: Session | null): string {
    return renderHomePage({ session, inbox: process.env['INBOX_URL'] });
  }
}
