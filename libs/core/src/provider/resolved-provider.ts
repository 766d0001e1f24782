import type { MaybePromise } from '../model/maybe-promise.js';
import type { Profile } from '../model/profile.js';
import type { TokenSet } from '../model/token-set.js';
import type { User } from '../model/user.js';
import type { CredentialInput, CredentialsConfig } from './credentials-provider.js';
import type { OAuthClientMetadata, ProviderStyle, UserinfoEndpoint } from './oauth-provider.js';

/** An endpoint, with its parameters as they go into the URL. */
export interface ResolvedEndpoint {
  /** Absent where discovery tells it. */
  readonly url?: string;
  readonly params: Readonly<Record<string, string>>;
}

/** An OAuth or OIDC provider with every default filled in. */
export interface ResolvedOAuthProvider {
  readonly id: string;
  readonly name: string;
  readonly type: 'oauth' | 'oidc';
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly issuer?: string;
  readonly wellKnown?: string;
  readonly jwksEndpoint?: string;
  readonly authorization: ResolvedEndpoint;
  readonly token: ResolvedEndpoint;
  readonly userinfo: ResolvedEndpoint & Pick<UserinfoEndpoint<unknown>, 'request'>;
  readonly checks: ReadonlySet<'state' | 'pkce' | 'nonce'>;
  readonly client: OAuthClientMetadata;
  readonly idToken: boolean;
  readonly linkByEmail: boolean;
  readonly authorizationParams: ReadonlySet<string>;
  readonly style: Readonly<ProviderStyle>;
  readonly profile: (profile: Profile, tokens: TokenSet) => MaybePromise<User>;
  readonly account: (tokens: TokenSet) => TokenSet;
}

/** A credentials provider with every default filled in. */
export interface ResolvedCredentialsProvider {
  readonly id: string;
  readonly name: string;
  readonly type: 'credentials';
  readonly credentials: Readonly<Record<string, CredentialInput>>;
  readonly authorize: NonNullable<CredentialsConfig['authorize']>;
}

/** A provider as the code reads it. */
export type ResolvedProvider = ResolvedOAuthProvider | ResolvedCredentialsProvider;
