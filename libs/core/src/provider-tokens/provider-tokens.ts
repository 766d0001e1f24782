import type { PlatformRequest } from '../exchange/platform-request.js';
import type { Session } from '../model/session.js';

/** The owner of tokens: the id of a user, or the session as the guard put it on the request. */
export type TokenOwner = string | Session;

/** Which token is wanted. */
export interface ProviderTokenOptions {
  /** Needed where one user has several accounts of the provider. */
  readonly providerAccountId?: string;
  /** Scopes that must all be granted. */
  readonly scopes?: readonly string[];
  /** The access token that a resource server refused: it is refreshed if it is still the stored one. */
  readonly refused?: string;
  /** Needed where the configuration is a function of the request. */
  readonly request?: PlatformRequest;
  /** Stops the wait of the caller; a refresh that has begun continues. */
  readonly signal?: AbortSignal;
}

/** A request with an access token: the options of `fetch`, and which token is wanted. */
export type ProviderFetchInit = Omit<RequestInit, 'signal' | 'redirect'> & ProviderTokenOptions;

/** An access token that can be used now. */
export interface ProviderAccessToken {
  readonly accessToken: string;
  readonly tokenType: 'bearer';
  /** Null where the provider did not state it. */
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
  /** Expiry of the access token; null where the provider did not state it. */
  readonly expiresAt: Date | null;
  /**
   * `due`: refreshed at the next use; `refused`: the user must sign in again; `none`: nothing is
   * stored, or it cannot be opened, or it has expired without a refresh token.
   */
  readonly state: 'usable' | 'due' | 'refused' | 'none';
}
