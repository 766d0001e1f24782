import { CurrentUser, RedirectToSignIn, SessionGuard, type User } from '@authnest/core';
import { Controller, Get, UseGuards } from '@nestjs/common';
import { Page } from '../pages/page.decorator.js';
import { renderAuditPage } from './audit.page.js';
import { AuditService } from './audit.service.js';

/** Shows users only their own audit trail. */
@Controller('audit')
@UseGuards(SessionGuard)
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Get()
  @RedirectToSignIn()
  @Page()
  async show(@CurrentUser() user: User): Promise<string> {
    return renderAuditPage({ user, entries: user.id ? await this.audit.list(user.id) : [] });
  }
}
