import { Module } from '@nestjs/common';
import { MailInboxService } from './mail-inbox.service.js';

/** The inbox for development. Your application sends to a real mail server. */
@Module({ providers: [MailInboxService] })
export class MailInboxModule {}
