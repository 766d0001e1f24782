import type { Logger } from 'typeorm';

/** Counts the statements that TypeORM runs, by verb. */
export class StatementCounter implements Logger {
  readonly byVerb: Record<string, number> = {};

  logQuery(query: string): void {
    const verb = query.slice(0, query.indexOf(' '));
    this.byVerb[verb] = (this.byVerb[verb] ?? 0) + 1;
  }

  logQueryError(): void {}
  logQuerySlow(): void {}
  logSchemaBuild(): void {}
  logMigration(): void {}
  log(): void {}
}
