import { CurrentSession, OptionalSession, type Session, SessionGuard } from '@authnest/core';
import { Controller, Get, UseGuards } from '@nestjs/common';
import { Page } from '../pages/page.decorator.js';
import { renderHomePage } from './home.page.js';

/** The home page is open to everyone, and shows who is signed in. */
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
