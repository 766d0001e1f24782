import type { Type } from '@nestjs/common';
import { databaseApplication } from './database.application.js';
import type { StatementCounter } from './statement-counter.js';

/** An application with sessions in a PostgreSQL database, which the parent creates and drops. */
export function postgresApplication(url: string, counter: StatementCounter | undefined): Type {
  return databaseApplication({ type: 'postgres', url }, counter);
}
