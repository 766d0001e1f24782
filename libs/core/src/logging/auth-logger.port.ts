/**
 * Where Authnest writes. Any of the three may be replaced; the missing ones stay with Nest's logger.
 * @see docs/design/wire-contract.md 16.2
 */
export interface LoggerInstance {
  warn(code: string): void;
  error(error: Error): void;
  debug(message: string, metadata?: unknown): void;
}
