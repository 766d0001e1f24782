/**
 * Where Authnest writes. Any of the three may be replaced; the missing ones stay with Nest's logger.
 * @see specification, Service configuration, logger
 */
export interface LoggerInstance {
  warn(code: string): void;
  error(error: Error): void;
  debug(message: string, metadata?: unknown): void;
}
