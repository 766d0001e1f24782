/**
 * The response of a token endpoint, with `expires_at` calculated from `expires_in`.
 * @see RFC 6749 section 5.1
 */
export interface TokenSet {
  access_token?: string;
  id_token?: string;
  refresh_token?: string;
  /** Seconds after the response. */
  expires_in?: number;
  /** Seconds since the epoch. */
  expires_at?: number;
  scope?: string;
  /** Always lower case. */
  token_type?: Lowercase<string>;
  session_state?: unknown;
  authorization_details?: readonly unknown[];
  [member: string]: unknown;
}
