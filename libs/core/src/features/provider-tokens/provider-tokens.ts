import type { PlatformRequest } from '../../request/platform/platform-request.js';
import type { Session } from '../../model/session.js';

/** The owner of tokens: the id of a user, or the session that the guard set on the request. */
export type TokenOwner = string | Session;

/** Options that select a token. */
export interface ProviderTokenOptions {
  /** Required if a user has several accounts at the provider. */
  readonly providerAccountId?: string;
  /** Scopes that must all be granted. */
  readonly scopes?: readonly string[];
  /** An access token that a resource server refused: if it is still stored, it is refreshed. */
  readonly refused?: string;
  /** Required if the configuration is a function of the request. */
  readonly request?: PlatformRequest;
  /** Stops the caller from waiting; a refresh that has started continues. */
  readonly signal?: AbortSignal;
}

/** The options of a request with an access token: those of `fetch`, and those that select it. */
export type ProviderFetchInit = Omit<RequestInit, 'signal' | 'redirect'> & ProviderTokenOptions;

/** An access token that can be used now. */
export interface ProviderAccessToken {
  readonly accessToken: string;
  readonly tokenType: 'bearer';
  /** Null if the provider did not state it. */
  readonly expiresAt: Date | null;
  readonly scopes: readonly string[];
  readonly provider: string;
  readonly providerAccountId: string;
}

/** What a user has granted at a provider, without any token. */
export interface ProviderGrant {
  readonly provider: string;
  readonly providerAccountId: string;
  readonly scopes: readonly string[];
  /** Expiry of the access token; null if the provider did not state it. */
  readonly expiresAt: Date | null;
  /**
   * `due`: will be refreshed at the next use; `refused`: the user must sign in again; `none`: no
   * token is stored, or it cannot be opened, or it has expired and there is no refresh token.
   */
  readonly state: 'usable' | 'due' | 'refused' | 'none';
}
