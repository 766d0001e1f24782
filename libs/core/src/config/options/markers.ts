/**
 * Makes `Auth` return an internal record instead of a `Response`, if passed as `raw: raw`.
 * @see docs/design/wire-contract.md 1.1
 */
export const raw: unique symbol = Symbol('authnest:raw');

/**
 * Switches the CSRF check off, if passed as `skipCSRFCheck: skipCSRFCheck`. Only for callers that
 * check the origin of a request themselves; a mere `true` does nothing.
 * @see docs/design/wire-contract.md REQ-4
 */
export const skipCSRFCheck: unique symbol = Symbol('authnest:skip-csrf-check');
