/** An error that a provider returns to a client. @see RFC 6749 section 5.2; RFC 6750 section 3.1 */
type RefusalCode =
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_request'
  | 'invalid_token'
  | 'unsupported_grant_type';

/** Thrown if an endpoint refuses a request. */
export class RefusedRequest extends Error {
  constructor(
    readonly code: RefusalCode,
    message: string,
  ) {
    super(message);
  }
}
