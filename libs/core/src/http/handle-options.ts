/** Options for requests that do not come directly from a browser. */
export interface HandleOptions {
  /** `skip` if the caller is the application itself. @default 'check' */
  readonly csrf?: 'check' | 'skip';
  /**
   * `throw` throws every error; `throw-ours` throws our own errors, and responds to an invalid
   * configuration, a malformed request, or any other error.
   * @default 'respond'
   * @see docs/design/wire-contract.md REQ-2, REQ-3
   */
  readonly errors?: 'respond' | 'throw' | 'throw-ours';
  /** `exact` refuses a POST whose path is not spelled exactly like the route. @default 'any' */
  readonly spelling?: 'any' | 'exact';
}
