export { Auth, getSession } from './auth.js';
export { AuthController } from './auth.controller.js';
export { AuthModule } from './auth.module.js';
export { AuthService } from './auth.service.js';
export { SessionService } from './session.service.js';
export { type ProtectOptions, SocketAuthService } from './socket-auth.service.js';
export { WebAuthnService } from './features/passkeys/webauthn.service.js';
export { UserAccountService } from './features/account/user-account.service.js';
export { OPTIONAL_COLUMNS } from './adapter/adapter-rows.js';
export { adapterOperations } from './adapter/complete-adapter.js';
export { setEnvDefaults } from './config/env-defaults.js';
export { realmSecret } from './crypto/realm.js';
export { CsrfService, type CsrfState } from './request/csrf/csrf.service.js';
export { renderSignInMail } from './email/sign-in-mail.js';
export { AuthError } from './errors/auth.error.js';
export {
  DuplicateConditionalUI,
  ErrorPageLoop,
  ExperimentalFeatureNotEnabled,
  InvalidCallbackUrl,
  InvalidConfiguration,
  InvalidEndpoints,
  MissingAdapter,
  MissingAdapterMethods,
  MissingAuthorize,
  MissingSecret,
  MissingWebAuthnAutocomplete,
  UnknownTenant,
  UnsupportedStrategy,
  UntrustedHost,
} from './errors/configuration.errors.js';
export {
  AdapterError,
  CallbackRouteError,
  EventError,
  InvalidCheck,
  InvalidLogoutToken,
  InvalidProvider,
  InvalidRequest,
  JWTSessionError,
  OAuthProfileParseError,
  ProviderLogoutError,
  SessionTokenError,
  SignOutError,
  Timeout,
  UnknownAction,
  UntrustedOrigin,
} from './errors/internal.errors.js';
export {
  ProviderTokenMissing,
  ProviderTokenRefused,
  ProviderTokenUnavailable,
  type RequiredSignIn,
  StepUpRequired,
} from './errors/provider-token.errors.js';
export {
  AccessDenied,
  AccountNotLinked,
  CredentialsSignin,
  DeletionRefused,
  EmailSignInError,
  LastWayIn,
  MissingCSRF,
  OAuthAccountNotLinked,
  OAuthCallbackError,
  OAuthSignInError,
  RateLimited,
  SessionRequired,
  FreshAuthRequired,
  TooManySessions,
  SignInError,
  Verification,
  WebAuthnVerificationError,
} from './errors/sign-in.errors.js';
export { EventsService } from './events/events.service.js';
export { OnAuthEvent } from './events/on-auth-event.decorator.js';
export { createActionURL } from './request/redirects/create-action-url.js';
export { AuthHealthIndicator } from './features/health/auth-health-indicator.service.js';
export { isAuthAction } from './model/auth-action.js';
export { OAuthService } from './oauth/oauth.service.js';
export type { OAuthGrant } from './oauth/oauth-grant.js';
export { raw, skipCSRFCheck } from './config/options/markers.js';
export { Authorize } from './guard/authorize.decorator.js';
export { CurrentSession } from './guard/current-session.decorator.js';
export { CurrentUser } from './guard/current-user.decorator.js';
export { forwardAuth, forwardedToken } from './guard/forward-auth.js';
export { FreshAuth } from './guard/fresh-auth.decorator.js';
export { OptionalSession } from './guard/optional-session.decorator.js';
export { Public } from './guard/public.decorator.js';
export { RedirectToSignIn } from './guard/redirect-to-sign-in.decorator.js';
export { Roles } from './guard/roles.decorator.js';
export { SessionGuard } from './guard/session.guard.js';
export { AuthContext } from './guard/auth-context.js';
export { currentSession } from './guard/current-session.js';
export { setCurrentSession } from './guard/set-current-session.js';
export { BackchannelLogoutService } from './features/provider-logout/backchannel-logout.service.js';
export { ProviderTokensService } from './features/provider-tokens/provider-tokens.service.js';
export { Credentials } from './provider/credentials-provider.js';
export { Email } from './provider/email-provider.js';
export { OAuth, OIDC } from './provider/oauth-provider.js';
export { Passkey, WebAuthn } from './provider/webauthn-provider.js';
export { decode, encode } from './session/token/encode-decode.js';
export { getToken } from './session/stateless/get-token.js';
export { SessionIssuerService } from './session/current/session-issuer.service.js';
export { englishTexts } from './config/texts/english.js';
export { germanTexts } from './config/texts/german.js';

export type { InternalResponse } from './auth.js';
export type { AuthModuleAsyncOptions } from './auth.module.js';
export type { AuthModuleExtras } from './auth.module-definition.js';
export type { AuthExtras } from './auth.js';
export type { AuthFeature } from './feature-port/auth-feature.js';
export type { SessionsOf } from './session.service.js';
export type { AddressRequestOutcome } from './features/account/address/address-request.service.js';
export type {
  AccountExport,
  ExportedAccount,
  ExportedPasskey,
} from './features/account/export/account-export.js';
export type { LinkOptions } from './features/account/user-account.service.js';
export type { AccountToUnlink } from './features/account/ways/linked-accounts.service.js';
export type {
  AccountOverview,
  LinkableProvider,
  OwnPasskey,
} from './features/account/page/account-overview.js';
export type { LinkedAccount } from './features/account/ways/linked-accounts.js';
export type { PasskeySummary } from './features/passkeys/passkey-summary.js';
export type {
  AccountAdvance,
  AccountsToReseal,
  Addition,
  AddressProof,
  ChallengesOfSubject,
  EndOfAccess,
  NewAuthenticator,
  ProviderSessions,
  SessionPage,
  Registration,
} from './adapter/adapter-inputs.js';
export type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterChallenge,
  AdapterSession,
  AdapterUser,
  OptionalColumn,
} from './adapter/adapter-rows.js';
export type {
  FeatureColumnKind,
  FeatureRow,
  FeatureRows,
  FeatureTable,
} from './adapter/feature-table.js';
export type { Adapter, AdapterOperation } from './adapter/adapter.port.js';
export type { CookieKey, CookieOptions, CookiesOptions } from './cookies/cookie-definition.js';
export type { SetCookie } from './cookies/cookie-jar.js';
export type { RealmParts } from './crypto/realm.js';
export type { AuthMail, MailContent } from './model/auth-mail.js';
export type { SignInMailProps } from './email/sign-in-mail.js';
export type { AuthErrorCause, AuthErrorType } from './errors/auth.error.js';
export type { ErrorCode } from './errors/error-code.js';
export type { MissingTokenReason } from './errors/provider-token.errors.js';
export type { AuthEventRecord } from './events/events.service.js';
export type { ActionURLOptions } from './request/redirects/create-action-url.js';
export type { MessageRequest } from './request/platform/message-request.js';
export type { PlatformRequest } from './request/platform/platform-request.js';
export type { PlatformResponse } from './request/platform/platform-response.js';
export type {
  AuthHealth,
  AuthHealthOptions,
  StoreHealth,
} from './features/health/auth-health-indicator.service.js';
export type { LoggerInstance } from './logging/auth-logger.port.js';
export type { Account } from './model/account.js';
export type { AuthAction } from './model/auth-action.js';
export type { Authenticator } from './model/authenticator.js';
export type { DefaultJWT, JWT } from './model/jwt.js';
export type { MaybePromise } from './model/maybe-promise.js';
export type { Profile } from './model/profile.js';
export type { AdapterAccountType, ProviderType } from './model/provider-type.js';
export type { SemverString } from './model/semver-string.js';
export type { DefaultSession, Session } from './model/session.js';
export type { Theme } from './model/theme.js';
export type { TokenSet } from './model/token-set.js';
export type { User } from './model/user.js';
export type { VerificationToken } from './model/verification-token.js';
export type {
  AuthConfig,
  AuthConfigFactory,
  AuthConfigInput,
  AuthFeatureOptions,
  GuardOptions,
  LazyAuthConfig,
} from './config/options/auth-config.js';
export type {
  CallbacksOptions,
  JwtParams,
  RedirectParams,
  SessionParams,
  SignInParams,
} from './config/options/callbacks.js';
export type { AuthEventName, AuthEvents, EventHandlers } from './config/options/events.js';
export type { JWTDecodeParams, JWTEncodeParams, JWTOptions } from './config/options/jwt.js';
export type { AttemptLimits, LimitedWork, LimitsOptions } from './config/options/limits.js';
export type { LinksOptions, PagesOptions } from './config/options/pages.js';
export type {
  ProviderTokensKept,
  ProviderTokensOptions,
} from './config/options/provider-tokens.js';
export type { RpcOptions } from './config/options/rpc.js';
export type { DeviceOptions, SessionOptions } from './config/options/session.js';
export type {
  AccountDeletionOptions,
  AccountOptions,
  ChangeEmailOptions,
  ProfileField,
} from './config/options/account.js';
export type { SocketsOptions } from './config/options/sockets.js';
export type {
  SessionFactsOfToken,
  SessionRecord,
  SessionRegistry,
  SessionRevocations,
  EndOfUserSessions,
  UserSessionsBefore,
} from './config/options/session-revocations.js';
export type { EndedAtProvider } from './features/provider-logout/backchannel-logout.service.js';
export type {
  ProviderAccessToken,
  ProviderFetchInit,
  ProviderGrant,
  ProviderTokenOptions,
  TokenOwner,
} from './features/provider-tokens/provider-tokens.js';
export type { BackchannelLogoutOptions } from './provider/backchannel-logout.js';
export type {
  CredentialInput,
  AuthorizedUser,
  CredentialsConfig,
  CredentialValues,
} from './provider/credentials-provider.js';
export type {
  EmailConfig,
  EmailUserConfig,
  SendVerificationRequestParams,
} from './provider/email-provider.js';
export type { MappedUser, Restriction, VerifiedEmail } from './provider/mapped-user.js';
export type {
  AuthorizationContext,
  AuthorizationEndpoint,
  AuthorizationHandler,
  ClientPrivateKey,
  HandlerContext,
  HandlerProvider,
  OAuthEndpoint,
  RefreshContext,
  RevocationContext,
  RevocationEndpoint,
  RevocationHandler,
  RefreshHandler,
  RequestlessProvider,
  TokenContext,
  TokenEndpoint,
  TokenHandler,
  UserinfoContext,
  UserinfoEndpoint,
  UserinfoHandler,
} from './provider/oauth-endpoint.js';
export type {
  OAuthCheck,
  OAuthClientMetadata,
  OAuthConfig,
  OAuthUserConfig,
  OIDCConfig,
  ProviderStyle,
  TokenEndpointAuthMethod,
} from './provider/oauth-provider.js';
export type { Provider, ProviderConfig, PublicProvider } from './provider/provider.js';
export type {
  LogoutContext,
  LogoutHandler,
  LogoutHint,
  LogoutOptions,
} from './provider/provider-logout.js';
export type {
  RelyingParty,
  UserVerification,
  WebAuthnCallOptions,
  WebAuthnCallRequest,
  WebAuthnConfig,
  WebAuthnUserInfo,
} from './provider/webauthn-provider.js';
export type { RuleDecorator } from './guard/ruled.decorator.js';
export type { MessageClient } from './guard/forward-auth.js';
export type { Authorization } from './guard/rules.js';
export type { SessionList } from './features/session-list/user-sessions.service.js';
export type { SessionSummary } from './session/records/session-summary.js';
export type { GetTokenParams } from './session/stateless/get-token.js';
export type {
  IssuedSession,
  IssuedUser,
  IssueOptions,
} from './session/current/session-issuer.service.js';
export type { Exchange, SignInOptions, SignOutOptions } from './sign-in/sign-in-options.js';
export type {
  AuthFeatureTexts,
  ErrorKey,
  ErrorTexts,
  PageWords,
  TextOverrides,
  Texts,
} from './model/texts.js';
export type { CredentialDescriptor } from './webauthn/decoy-credentials.service.js';
export type { RegistrationOptionsJSON } from './webauthn/webauthn-options.service.js';
