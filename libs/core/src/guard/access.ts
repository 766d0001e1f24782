/** Whether a handler requires a session, reads one if present, or reads none. */
export type Access = 'required' | 'optional' | 'public';

/**
 * Metadata keys of the decorators in this folder. They are shared by all copies of the package in a
 * process, of which a monorepo may have several.
 * @see docs/design/security-bar.md RP19
 */
export const ACCESS = Symbol.for('authnest@0:access');
export const REDIRECT_TO_SIGN_IN = Symbol.for('authnest@0:redirect-to-sign-in');
