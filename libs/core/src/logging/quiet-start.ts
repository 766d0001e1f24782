import { Logger, type LoggerService } from '@nestjs/common';

/** The log contexts that Nest uses while an application context starts. */
const STARTERS: ReadonlySet<unknown> = new Set(['NestFactory', 'InstanceLoader']);

/**
 * Starts an application context without Nest's log lines about it. The process has only one Nest
 * logger, so lines from the host still pass, and a logger that the host sets meanwhile is kept.
 * @param start - starts the context with the given logger
 */
export async function quietStart<T>(start: (logger: LoggerService) => Promise<T>): Promise<T> {
  const host = ProcessLogger.get();
  const quiet = new QuietLogger(host);
  try {
    return await start(quiet);
  } finally {
    if (ProcessLogger.get() === quiet) Logger.overrideLogger(host ?? false);
  }
}

/** Gives access to the protected members of Nest's logger. */
class ProcessLogger extends Logger {
  static get(): LoggerService | undefined {
    return Logger.staticInstanceRef;
  }
}

class QuietLogger implements LoggerService {
  constructor(private readonly host: LoggerService | undefined) {}

  log(message: unknown, ...rest: unknown[]): void {
    if (!STARTERS.has(rest.at(-1))) this.host?.log(message, ...rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.host?.error(message, ...rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.host?.warn(message, ...rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.host?.debug?.(message, ...rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.host?.verbose?.(message, ...rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.host?.fatal?.(message, ...rest);
  }
}
