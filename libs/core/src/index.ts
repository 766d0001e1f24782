export { Auth, getSession } from './auth.js';
export { AuthController } from './auth.controller.js';
export { AuthModule } from './auth.module.js';
export { AuthService } from './auth.service.js';
export { SessionService } from './session.service.js';
export { WebAuthnService } from './webauthn.service.js';
export { OPTIONAL_COLUMNS } from './adapter/adapter-rows.js';
export { adapterOperations } from './adapter/complete-adapter.js';
export { setEnvDefaults } from './config/env-defaults.js';
export { realmSecret } from './crypto/realm.js';
export { CsrfService, type CsrfState } from './csrf/csrf.service.js';
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
  EmailSignInError,
  MissingCSRF,
  OAuthAccountNotLinked,
  OAuthCallbackError,
  OAuthSignInError,
  RateLimited,
  TooManySessions,
  SignInError,
  Verification,
  WebAuthnVerificationError,
} from './errors/sign-in.errors.js';
export { EventsService } from './events/events.service.js';
export { OnAuthEvent } from './events/on-auth-event.decorator.js';
export { createActionURL } from './exchange/create-action-url.js';
export { AuthHealthIndicator } from './health/auth-health-indicator.service.js';
export { isAuthAction } from './model/auth-action.js';
export { OAuthService } from './oauth/oauth.service.js';
export type { OAuthGrant } from './oauth/oauth-grant.js';
export { raw, skipCSRFCheck } from './options/markers.js';
export { CurrentSession } from './protect/current-session.decorator.js';
export { CurrentUser } from './protect/current-user.decorator.js';
export { OptionalSession } from './protect/optional-session.decorator.js';
export { Public } from './protect/public.decorator.js';
export { RedirectToSignIn } from './protect/redirect-to-sign-in.decorator.js';
export { SessionGuard } from './protect/session.guard.js';
export { currentSession } from './protect/current-session.js';
export { setCurrentSession } from './protect/set-current-session.js';
export { BackchannelLogoutService } from './provider-logout/backchannel-logout.service.js';
export { ProviderTokensService } from './provider-tokens/provider-tokens.service.js';
export { Credentials } from './provider/credentials-provider.js';
export { Email } from './provider/email-provider.js';
export { OAuth, OIDC } from './provider/oauth-provider.js';
export { Passkey, WebAuthn } from './provider/webauthn-provider.js';
export { decode, encode } from './session-token/encode-decode.js';
export { getToken } from './session/get-token.js';
export { SessionIssuerService } from './session/session-issuer.service.js';
export { englishTexts } from './texts/english.js';
export { germanTexts } from './texts/german.js';

export type { InternalResponse } from './auth.js';
export type { AuthModuleAsyncOptions } from './auth.module.js';
export type { AuthModuleExtras } from './auth.module-definition.js';
export type { AuthExtras } from './auth.js';
export type { AuthFeature } from './feature/auth-feature.js';
export type { SessionsOf } from './session.service.js';
export type { PasskeySummary } from './webauthn.service.js';
export type {
  AccountAdvance,
  AccountsToReseal,
  Addition,
  AddressProof,
  EndOfAccess,
  NewAuthenticator,
  ProviderSessions,
  SessionPage,
  Registration,
} from './adapter/adapter-inputs.js';
export type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  OptionalColumn,
} from './adapter/adapter-rows.js';
export type { Adapter, AdapterOperation } from './adapter/adapter.port.js';
export type { CookieKey, CookieOptions, CookiesOptions } from './cookies/cookie-definition.js';
export type { SetCookie } from './cookies/cookie-jar.js';
export type { RealmParts } from './crypto/realm.js';
export type { SignInMail, SignInMailProps } from './email/sign-in-mail.js';
export type { AuthErrorCause, AuthErrorType } from './errors/auth.error.js';
export type { MissingTokenReason } from './errors/provider-token.errors.js';
export type { AuthEventRecord } from './events/events.service.js';
export type { ActionURLOptions } from './exchange/create-action-url.js';
export type { PlatformRequest } from './exchange/platform-request.js';
export type { PlatformResponse } from './exchange/platform-response.js';
export type {
  AuthHealth,
  AuthHealthOptions,
  StoreHealth,
} from './health/auth-health-indicator.service.js';
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
} from './options/auth-config.js';
export type {
  CallbacksOptions,
  JwtParams,
  RedirectParams,
  SessionParams,
  SignInParams,
} from './options/callbacks.js';
export type { AuthEventName, AuthEvents, EventHandlers } from './options/event-handlers.js';
export type { JWTDecodeParams, JWTEncodeParams, JWTOptions } from './options/jwt-options.js';
export type { AttemptLimits, LimitedWork, LimitsOptions } from './options/limits-options.js';
export type { LinksOptions, PagesOptions } from './options/pages-options.js';
export type {
  ProviderTokensKept,
  ProviderTokensOptions,
} from './options/provider-tokens-options.js';
export type { DeviceOptions, SessionOptions } from './options/session-options.js';
export type {
  SessionFactsOfToken,
  SessionRecord,
  SessionRegistry,
  SessionRevocations,
  EndOfUserSessions,
  UserSessionsBefore,
} from './options/session-revocations.js';
export type { EndedAtProvider } from './provider-logout/backchannel-logout.service.js';
export type {
  ProviderAccessToken,
  ProviderFetchInit,
  ProviderGrant,
  ProviderTokenOptions,
  TokenOwner,
} from './provider-tokens/provider-tokens.js';
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
export type { SessionList } from './session-list/user-sessions.service.js';
export type { SessionSummary } from './session-records/session-summary.js';
export type { GetTokenParams } from './session/get-token.js';
export type { IssuedSession, IssuedUser, IssueOptions } from './session/session-issuer.service.js';
export type { Exchange, SignInOptions, SignOutOptions } from './sign-in/sign-in-options.js';
export type { ErrorKey, ErrorTexts, TextOverrides, Texts } from './texts/texts.js';
export type { CredentialDescriptor } from './webauthn/decoy-credentials.service.js';
export type { RegistrationOptionsJSON } from './webauthn/webauthn-options.service.js';
