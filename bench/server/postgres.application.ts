import type { Type } from '@nestjs/common';
import { databaseApplication } from './database.application.js';
import type { StatementCounter } from './statement-counter.js';

/** Sessions in a PostgreSQL database that the parent process makes and drops. */
export function postgresApplication(url: string, counter: StatementCounter | undefined): Type {
  return databaseApplication({ type: 'postgres', url }, counter);
}
