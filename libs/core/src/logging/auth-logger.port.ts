/**
 * The logger that Authnest writes to. Any method may be replaced; the others use Nest's logger.
 * @see docs/design/wire-contract.md 16.2
 */
export interface LoggerInstance {
  /**
   * For conditions that need attention but no alert: a questionable setting or a refused request.
   * @param code - code of the warning, or the type of `error`
   * @param error - why a request was refused; absent for warnings about settings
   */
  warn(code: string, error?: Error): void;
  /** For a fault in the application, in its configuration, or in a service that it depends on. */
  error(error: Error): void;
  /**
   * For an audit: who signed in or out, who was refused, and who linked or removed something.
   * Messages contain the user's id, the provider and the reason, but no addresses and no tokens. At
   * startup, one message names what is off because the adapter lacks optional operations.
   */
  info?(message: string, metadata?: unknown): void;
  debug(message: string, metadata?: unknown): void;
}

/** The complete logger. `debug` is absent if debug is off, so `debug?.(…)` builds no message. */
export type AuthLogger = Required<Omit<LoggerInstance, 'debug'>> &
  Pick<Partial<LoggerInstance>, 'debug'>;
