import { OWN_USER_CLAIM } from './own-user.js';
import { REALM_CLAIM } from './realm-claim.js';

/** Claims of the library: a callback that returns a new token must not change a session with them. */
export const OWN_CLAIMS = ['auth_time', 'sid', 'unproven', REALM_CLAIM, OWN_USER_CLAIM] as const;

/**
 * Claims that identify the user and set the lifetime. Neither a provider's profile nor a client's
 * update may set them, nor any of the library.
 */
export const RESERVED_CLAIMS = ['sub', 'iat', 'exp', 'nbf', 'jti', ...OWN_CLAIMS] as const;
