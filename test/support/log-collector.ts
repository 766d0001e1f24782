import { inspect } from 'node:util';
import type { LoggerInstance } from '@authnest/core';

/** Collects log lines of every level, as a log collector on the host would print them. */
export class LogCollector implements LoggerInstance {
  readonly lines: string[] = [];
  /** The reasons why requests failed, whether logged as errors or warnings. */
  readonly errors: Error[] = [];
  /** The failures logged as errors, which the application and not the client has caused. */
  readonly alarms: Error[] = [];
  /** Audit entries. */
  readonly facts: [message: string, metadata: unknown][] = [];
  readonly warnings: string[] = [];

  error(error: Error): void {
    this.alarms.push(error);
    this.keep(error);
  }

  warn(code: string, error?: Error): void {
    if (error) return this.keep(error);
    this.warnings.push(code);
    this.lines.push(code);
  }

  info(message: string, metadata?: unknown): void {
    this.facts.push([message, metadata]);
    this.lines.push(`${message} ${inspect(metadata, { depth: 10 })}`);
  }

  debug(message: string, metadata?: unknown): void {
    this.lines.push(`${message} ${inspect(metadata, { depth: 10 })}`);
  }

  private keep(error: Error): void {
    this.errors.push(error);
    this.lines.push(inspect(error, { depth: 10, showHidden: true }));
  }

  /** The types of the errors, in order. */
  get types(): unknown[] {
    return this.errors.map((error) => ('type' in error ? error.type : error.name));
  }
}
