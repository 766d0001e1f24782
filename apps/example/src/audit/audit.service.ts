import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { AuditEntry } from './audit-entry.entity.js';

/** Number of entries that the page shows. */
const NEWEST = 50;

/** The user and the provider of an entry. */
export interface AuditSubject {
  readonly userId?: string;
  readonly provider?: string;
}

/** Writes and reads the audit trail. */
@Injectable()
export class AuditService {
  constructor(@InjectRepository(AuditEntry) private readonly entries: Repository<AuditEntry>) {}

  /** Adds an entry if its user is known. */
  async record(event: string, { userId, provider }: AuditSubject): Promise<void> {
    if (userId === undefined) return;
    await this.entries.insert({ userId, event, provider: provider ?? null, at: new Date() });
  }

  /** Returns the latest entries of one user, newest first. */
  list(userId: string): Promise<AuditEntry[]> {
    return this.entries.find({ where: { userId }, order: { id: 'DESC' }, take: NEWEST });
  }
}
