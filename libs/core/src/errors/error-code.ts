/**
 * Why a request was refused, in the `errorCode` of the guard's exceptions and of the JSON of own
 * endpoints. The actions of Auth.js have none: their responses are those of Auth.js.
 */
export type ErrorCode =
  | 'SESSION_REQUIRED'
  | 'INSUFFICIENT_ROLE'
  | 'FRESH_AUTH_REQUIRED'
  | 'STORE_UNAVAILABLE'
  | 'CSRF_FAILED'
  | 'RATE_LIMITED'
  | 'ACCESS_DENIED'
  | 'INVALID_REQUEST'
  | 'LAST_WAY_IN'
  | 'NOT_FOUND'
  | 'CONFIGURATION';
