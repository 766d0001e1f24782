/**
 * Passed as `raw: raw`, makes `Auth` return an internal record instead of a `Response`.
 * @see docs/design/wire-contract.md 1.1
 */
export const raw: unique symbol = Symbol('authnest:raw');

/**
 * Passed as `skipCSRFCheck: skipCSRFCheck`, switches the CSRF check off. Only for callers that
 * check the origin of a request themselves; a mere `true` does nothing.
 * @see docs/design/wire-contract.md REQ-4
 */
export const skipCSRFCheck: unique symbol = Symbol('authnest:skip-csrf-check');
