import { Logger, type LoggerService } from '@nestjs/common';

/** Who speaks while an application context starts. */
const STARTERS: ReadonlySet<unknown> = new Set(['NestFactory', 'InstanceLoader']);

/**
 * Starts an application context without Nest's lines about it. Nest's logger is one for the process,
 * so the host's lines go on, and so does a logger that the host sets meanwhile.
 * @param start - starts with the logger that it is given
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

/** Reaches what Nest keeps for subclasses. */
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
