/** How a request is handled when it does not come from a browser. */
export interface HandleOptions {
  /** `skip` where the caller is the application itself. @default 'check' */
  readonly csrf?: 'check' | 'skip';
  /**
   * `throw` throws every error; `throw-ours` throws our own errors, and responds to a fault of the
   * configuration, a malformed request, or any other error.
   * @default 'respond'
   * @see docs/design/wire-contract.md REQ-2, REQ-3
   */
  readonly errors?: 'respond' | 'throw' | 'throw-ours';
  /** `exact` lets nothing change by a path that is spelled otherwise than its route. @default 'any' */
  readonly spelling?: 'any' | 'exact';
}
