/**
 * The logger that Authnest writes to. Any method may be replaced; the others use Nest's logger.
 * @see docs/design/wire-contract.md 16.2
 */
export interface LoggerInstance {
  /**
   * For what needs attention but no alert: a setting, or a request that was refused.
   * @param code - code of the warning, or the type of `error`
   * @param error - why a request was refused; absent for warnings about settings
   */
  warn(code: string, error?: Error): void;
  /** For a fault of the application, of its configuration, or of a service that it needs. */
  error(error: Error): void;
  /**
   * For an audit: who signed in or out, was refused, or linked or removed something. Messages
   * contain the user's id, the provider and the reason, but no addresses and no tokens.
   */
  info?(message: string, metadata?: unknown): void;
  debug(message: string, metadata?: unknown): void;
}

/** The complete logger. `debug` is absent if it is off, so that `debug?.(…)` builds no message. */
export type AuthLogger = Required<Omit<LoggerInstance, 'debug'>> &
  Pick<Partial<LoggerInstance>, 'debug'>;
