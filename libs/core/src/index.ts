export { adapterOperations } from './adapter/complete-adapter.js';
export { raw, skipCSRFCheck } from './config/markers.js';
export { AuthError } from './errors/auth.error.js';
export * from './errors/configuration.errors.js';
export * from './errors/internal.errors.js';
export * from './errors/sign-in.errors.js';
export { Credentials } from './provider/credentials-provider.js';
export { OAuth, OIDC } from './provider/oauth-provider.js';

export type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterOperation,
  AdapterSession,
  AdapterUser,
  OptionalColumn,
} from './adapter/adapter.port.js';
export type {
  AuthConfig,
  AuthConfigFactory,
  AuthConfigInput,
  GuardOptions,
  JWTDecodeParams,
  JWTEncodeParams,
  JWTOptions,
  LazyAuthConfig,
  PagesOptions,
  SessionOptions,
  SessionRevocations,
} from './config/auth-config.js';
export type {
  CallbacksOptions,
  JwtParams,
  RedirectParams,
  SessionParams,
  SignInParams,
} from './config/callbacks.js';
export type { CookieKey, CookieOptions, CookiesOptions } from './config/cookie-definition.js';
export type { AuthEventName, AuthEvents, EventHandlers } from './config/event-handlers.js';
export type { AuthErrorCause, AuthErrorType } from './errors/auth.error.js';
export type { LoggerInstance } from './logging/auth-logger.port.js';
export type { Account } from './model/account.js';
export type { Authenticator } from './model/authenticator.js';
export type { DefaultJWT, JWT } from './model/jwt.js';
export type { Profile } from './model/profile.js';
export type { ProviderType } from './model/provider-type.js';
export type { DefaultSession, Session } from './model/session.js';
export type { Theme } from './model/theme.js';
export type { TokenSet } from './model/token-set.js';
export type { User } from './model/user.js';
export type { VerificationToken } from './model/verification-token.js';
export type {
  CredentialInput,
  CredentialsConfig,
  CredentialValues,
} from './provider/credentials-provider.js';
export type {
  OAuthCheck,
  OAuthClientMetadata,
  OAuthConfig,
  OAuthEndpoint,
  OAuthUserConfig,
  OIDCConfig,
  ProviderStyle,
} from './provider/oauth-provider.js';
export type { Provider, ProviderConfig, PublicProvider } from './provider/provider.js';
