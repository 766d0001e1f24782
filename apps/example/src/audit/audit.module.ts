import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditEntry } from './audit-entry.entity.js';
import { AuditController } from './audit.controller.js';
import { AuditListener } from './audit.listener.js';
import { AuditService } from './audit.service.js';

/** The audit trail: a table, a listener that fills it, and a page that shows it. */
@Module({
  imports: [TypeOrmModule.forFeature([AuditEntry])],
  controllers: [AuditController],
  providers: [AuditListener, AuditService],
})
export class AuditModule {}
