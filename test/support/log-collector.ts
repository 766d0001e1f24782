import { inspect } from 'node:util';
import type { LoggerInstance } from '@authnest/core';

/** Keeps everything that is logged, at every level, as a collector of the host would print it. */
export class LogCollector implements LoggerInstance {
  readonly lines: string[] = [];
  readonly errors: Error[] = [];
  readonly warnings: string[] = [];

  error(error: Error): void {
    this.errors.push(error);
    this.lines.push(inspect(error, { depth: 10, showHidden: true }));
  }

  warn(code: string): void {
    this.warnings.push(code);
    this.lines.push(code);
  }

  debug(message: string, metadata?: unknown): void {
    this.lines.push(`${message} ${inspect(metadata, { depth: 10 })}`);
  }

  /** The types of the errors, in order. */
  get types(): unknown[] {
    return this.errors.map((error) => ('type' in error ? error.type : error.name));
  }
}
