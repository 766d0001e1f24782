import { inspect } from 'node:util';
import type { LoggerInstance } from '@authnest/core';

/** Keeps everything that is logged, at every level, as a collector of the host would print it. */
export class LogCollector implements LoggerInstance {
  readonly lines: string[] = [];
  /** Why requests failed, through a fault of the visitor or of the code. */
  readonly errors: Error[] = [];
  /** Those that were logged as errors: faults of the application, not of a visitor. */
  readonly alarms: Error[] = [];
  /** Facts for an audit. */
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
