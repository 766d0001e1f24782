import { CurrentSession, OptionalSession, type Session, SessionGuard } from '@authnest/core';
import { Controller, Get, UseGuards } from '@nestjs/common';
import { Page } from '../pages/page.decorator.js';
import { renderHomePage } from './home.page.js';

/** The home page, open to everyone, knows who is there. */
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
