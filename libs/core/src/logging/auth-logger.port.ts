/**
 * The logger that Authnest writes to. Any method may be replaced; Nest's logger keeps the others.
 * @see docs/design/wire-contract.md 16.2
 */
export interface LoggerInstance {
  /**
   * For what needs attention but no alarm: a setting, or a request that was refused.
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

/** The complete logger. `debug` is absent when it is off, so `debug?.(…)` builds no message. */
export type AuthLogger = Required<Omit<LoggerInstance, 'debug'>> &
  Pick<Partial<LoggerInstance>, 'debug'>;
