/**
 * Where Authnest writes. Any of them may be replaced; the missing ones stay with Nest's logger.
 * @see docs/design/wire-contract.md 16.2
 */
export interface LoggerInstance {
  /**
   * What deserves a look and no alarm: a setting, or a request that was refused.
   * @param code - of the warning, or the type of `error`
   * @param error - why a request was refused; absent for warnings about settings
   */
  warn(code: string, error?: Error): void;
  /** A fault of the application, of its configuration, or of a service that it needs. */
  error(error: Error): void;
  /**
   * Facts for an audit: who signed in or out, was refused, linked or removed something. They name the
   * user by id, the provider and the reason, and hold no address and no token.
   */
  info?(message: string, metadata?: unknown): void;
  debug(message: string, metadata?: unknown): void;
}

/** The same, complete. `debug` is missing where it is off: `debug?.(…)` then makes no message either. */
export type AuthLogger = Required<Omit<LoggerInstance, 'debug'>> &
  Pick<Partial<LoggerInstance>, 'debug'>;
