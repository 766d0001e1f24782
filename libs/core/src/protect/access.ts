/** Whether a handler requires a session, reads one if present, or reads none. */
export type Access = 'required' | 'optional' | 'public';

/** Metadata keys of the decorators in this folder. */
export const ACCESS = Symbol('authnest:access');
export const REDIRECT_TO_SIGN_IN = Symbol('authnest:redirect-to-sign-in');
