import type { Logger } from 'typeorm';

/** Counts the statements that TypeORM runs, and keeps the last text. */
export class StatementCounter implements Logger {
  count = 0;
  last = '';

  logQuery(query: string): void {
    this.count += 1;
    this.last = query;
  }

  logQueryError(): void {}
  logQuerySlow(): void {}
  logSchemaBuild(): void {}
  logMigration(): void {}
  log(): void {}
}
