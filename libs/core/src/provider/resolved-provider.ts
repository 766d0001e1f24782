import type { AuthMail } from '../model/auth-mail.js';
import type { MaybePromise } from '../model/maybe-promise.js';
import type { Profile } from '../model/profile.js';
import type { TokenSet } from '../model/token-set.js';
import type { CredentialInput, CredentialsConfig } from './credentials-provider.js';
import type { EmailConfig, SendVerificationRequestParams } from './email-provider.js';
import type { MappedUser, Restriction, VerifiedEmail } from './mapped-user.js';
import type { UserVerification, WebAuthnConfig } from './webauthn-provider.js';
import type {
  AuthorizationHandler,
  RevocationHandler,
  TokenEndpoint,
  TokenHandler,
  UserinfoHandler,
} from './oauth-endpoint.js';
import type { OAuthClientMetadata, ProviderStyle } from './oauth-provider.js';
import type { ResolvedBackchannelLogout } from './backchannel-logout.js';
import type { ResolvedLogout } from './provider-logout.js';

/** An endpoint, with its parameters as they are written into the URL. */
export interface ResolvedEndpoint {
  /** Absent if discovery returns it. */
  readonly url?: string;
  readonly params: Readonly<Record<string, string>>;
}

/** The token endpoint, with the options for calls to it. */
export interface ResolvedTokenEndpoint extends ResolvedEndpoint {
  readonly request?: TokenHandler;
  readonly refresh?: NonNullable<TokenEndpoint['refresh']>;
  readonly conform?: NonNullable<TokenEndpoint['conform']>;
  readonly clientPrivateKey?: TokenEndpoint['clientPrivateKey'];
  readonly basicCredentials: NonNullable<TokenEndpoint['basicCredentials']>;
}

/** A parameter of the authorization request that the profile must satisfy. */
export interface ResolvedRestriction {
  readonly parameter: string;
  /** The configured value. */
  readonly wanted: string;
  readonly holds: Restriction<Profile>;
}

/** An OAuth or OIDC provider with every default filled in. */
export interface ResolvedOAuthProvider {
  readonly id: string;
  readonly name: string;
  readonly type: 'oauth' | 'oidc';
  readonly clientId: string;
  readonly clientSecret?: string | (() => MaybePromise<string>);
  readonly issuer?: string;
  readonly wellKnown?: string;
  /** URL of the provider's metadata, whether it is needed or not. */
  readonly metadataUrl: string;
  /** Whether the issuer, an endpoint or the URL of the keys is not configured. */
  readonly needsDiscovery: boolean;
  /** Whether the provider runs on this machine over plain http, as in development. */
  readonly isLocal: boolean;
  readonly jwksEndpoint?: string;
  readonly authorization: ResolvedEndpoint & {
    readonly request?: AuthorizationHandler;
    /** Absent if the provider accepts a `state` of any length. */
    readonly longestState?: number;
  };
  readonly token: ResolvedTokenEndpoint;
  readonly userinfo: ResolvedEndpoint & { readonly request?: UserinfoHandler<unknown> };
  readonly revocation: ResolvedEndpoint & { readonly request?: RevocationHandler };
  /** Origins; absent if the origin of the user info endpoint applies. */
  readonly resourceServers?: readonly string[];
  /** Absent if that of `providerTokens` applies. */
  readonly refreshMarginSeconds?: number;
  /** How far the provider's clock and ours may differ. */
  readonly clockToleranceSeconds: number;
  /** How the callback arrives: by GET, or by a form that the provider's page posts. */
  readonly responseMode: 'query' | 'form_post';
  /** The callback URL at the redirect proxy. */
  readonly redirectProxyUrl?: string;
  readonly checks: ReadonlySet<'state' | 'pkce' | 'nonce'>;
  readonly client: OAuthClientMetadata;
  /** Whether ID tokens are signed with the client secret instead of the provider's own key. */
  readonly signsWithSecret: boolean;
  readonly idToken: boolean;
  readonly linkByEmail: boolean;
  readonly authorizationParams: ReadonlySet<string>;
  /** Absent if every tenant may sign in. */
  readonly tenants?: ReadonlySet<string>;
  /** Whether the callback may contain the user's name in its `user` parameter. */
  readonly sendsUser: boolean;
  /** Replaces the `fetch` of the configuration for this provider. */
  readonly fetch?: typeof fetch;
  readonly style: Readonly<ProviderStyle>;
  readonly profile: (profile: Profile, tokens: TokenSet) => MaybePromise<MappedUser>;
  /** Absent if the provider never vouches for an address. */
  readonly verifiedEmail?: VerifiedEmail<Profile>;
  readonly restrictions: readonly ResolvedRestriction[];
  readonly account: (tokens: TokenSet) => TokenSet;
  /** Absent if sign-out ends only the local session. */
  readonly logout?: ResolvedLogout;
  /** Absent if back-channel logout is off. */
  readonly backchannelLogout?: ResolvedBackchannelLogout;
}

/** An email provider with every default filled in. */
export interface ResolvedEmailProvider {
  readonly id: string;
  readonly name: string;
  readonly type: 'email';
  /** As configured, with the options merged: what senders receive. */
  readonly config: Readonly<EmailConfig>;
  readonly maxAgeSeconds: number;
  readonly confirm: 'auto' | 'never' | 'always';
  /** Newest first; absent if the secrets of the configuration apply. */
  readonly secrets?: readonly string[];
  /** The SMTP server, used if `send` is absent. */
  readonly server?: string | object;
  readonly send?: (params: SendVerificationRequestParams) => MaybePromise<unknown>;
  readonly sendMail?: (mail: AuthMail, provider: EmailConfig) => MaybePromise<unknown>;
  readonly generateVerificationToken?: () => MaybePromise<string>;
  readonly normalizeIdentifier?: (identifier: string) => string;
}

/** A credentials provider with every default filled in. */
export interface ResolvedCredentialsProvider {
  readonly id: string;
  readonly name: string;
  readonly type: 'credentials';
  readonly credentials: Readonly<Record<string, CredentialInput>>;
  readonly authorize: NonNullable<CredentialsConfig['authorize']>;
  /** Undefined if the application does not say. */
  readonly usersOfAdapter: boolean | undefined;
  /** As configured, with the options merged: what the feature that made the provider reads. */
  readonly config: Readonly<CredentialsConfig>;
}

/** A WebAuthn provider with every default filled in. */
export interface ResolvedWebAuthnProvider {
  readonly id: string;
  readonly name: string;
  readonly type: 'webauthn';
  /** Whether the page offers passkeys in the browser's autofill. */
  readonly autofill: boolean;
  /** Absent if the sign-in page does not show the provider. */
  readonly formFields?: Readonly<Record<string, CredentialInput>>;
  readonly inferAction: boolean;
  readonly authentication: {
    readonly timeoutMs: number;
    readonly userVerification: UserVerification;
    readonly extensions?: object;
    readonly requireUserVerification: boolean;
  };
  readonly registration: {
    readonly timeoutMs: number;
    readonly authenticatorSelection: {
      readonly authenticatorAttachment?: 'platform' | 'cross-platform';
      readonly residentKey: UserVerification;
      readonly requireResidentKey: boolean;
      readonly userVerification: UserVerification;
    };
    /** COSE algorithm identifiers, in order of preference. */
    readonly algorithms: readonly number[];
    readonly extensions?: object;
    readonly requireUserVerification: boolean;
  };
  /** As configured: contains the functions to call, and is passed to them. */
  readonly config: WebAuthnConfig;
}

/** A provider of any type, with every default filled in. */
export type ResolvedProvider =
  | ResolvedOAuthProvider
  | ResolvedEmailProvider
  | ResolvedCredentialsProvider
  | ResolvedWebAuthnProvider;
