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
  /** `exact` refuses a POST whose path is not spelled exactly like its route. @default 'any' */
  readonly spelling?: 'any' | 'exact';
}
