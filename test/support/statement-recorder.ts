import type { Logger } from 'typeorm';

/** Records the statements sent to a database. It is used as the `logger` of a DataSource. */
export class StatementRecorder implements Logger {
  /** The codes of the errors that the database returned since {@link StatementRecorder.reset}. */
  errors: string[] = [];
  onError?: () => void;
  private statements: string[] = [];

  reset(): void {
    this.errors = [];
    this.statements = [];
    this.onError = undefined;
  }

  /** The statements that were sent since {@link StatementRecorder.reset}. */
  get sent(): readonly string[] {
    return this.statements;
  }

  /** Returns the statements that some work sends. */
  async during(work: () => Promise<unknown>): Promise<readonly string[]> {
    this.reset();
    await work();
    return this.statements;
  }

  logQuery(query: string): void {
    this.statements.push(query);
  }

  logQueryError(error: string | Error): void {
    this.errors.push(String(Reflect.get(Object(error), 'code')));
    this.onError?.();
  }

  logQuerySlow(): void {}
  logSchemaBuild(): void {}
  logMigration(): void {}
  log(): void {}
}
