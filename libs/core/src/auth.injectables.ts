import type { Provider } from '@nestjs/common';
import { AuthService } from './auth.service.js';
import { AuthConfigService } from './config/auth-config.service.js';
import { CredentialsFlow } from './credentials/credentials.flow.js';
import { KeyringService } from './crypto/keyring.service.js';
import { CsrfService } from './csrf/csrf.service.js';
import { EmailFlow } from './email/email.flow.js';
import { LinkCookiesService } from './email/link-cookies.service.js';
import { MailService } from './email/mail.service.js';
import { VerificationTokenService } from './email/verification-token.service.js';
import { EventListenersService } from './events/event-listeners.service.js';
import { EventsService } from './events/events.service.js';
import { AuthContextService } from './exchange/auth-context.service.js';
import { CallbackUrlService } from './exchange/callback-url.service.js';
import { MountPathService } from './exchange/mount-path.service.js';
import { SealedCookieService } from './exchange/sealed-cookie.service.js';
import { AuthHandler } from './http/auth.handler.js';
import { ACTIONS, routeTable } from './http/auth-routes.js';
import { ClientNetworkService } from './limits/client-network.service.js';
import { LimitsService } from './limits/limits.service.js';
import { AttemptsService } from './oauth/attempts.service.js';
import { OAuthChecksService } from './oauth/oauth-checks.service.js';
import { OAuthConfigurationService } from './oauth/oauth-configuration.service.js';
import { OAuthFlow } from './oauth/oauth.flow.js';
import { OAuthProfileService } from './oauth/oauth-profile.service.js';
import { OAuthService } from './oauth/oauth.service.js';
import { CallbackUseService } from './oauth/callback-use.service.js';
import { PostedCallbackService } from './oauth/posted-callback.service.js';
import { ProviderKeysService } from './oauth/provider-keys.service.js';
import { ProviderMetadataService } from './oauth/provider-metadata.service.js';
import { RedirectProxyService } from './oauth/redirect-proxy.service.js';
import { SharedChecksService } from './oauth/shared-checks.service.js';
import { TokenRevocationService } from './oauth/token-revocation.service.js';
import { TokenRefreshService } from './oauth/token-refresh.service.js';
import { BackchannelLogoutService } from './provider-logout/backchannel-logout.service.js';
import { EndSessionUrlService } from './provider-logout/end-session-url.service.js';
import { GrantedTokensService } from './provider-logout/granted-tokens.service.js';
import { LeaveTicketService } from './provider-logout/leave-ticket.service.js';
import { LogoutHintService } from './provider-logout/logout-hint.service.js';
import { LogoutTokenService } from './provider-logout/logout-token.service.js';
import { ProviderLogoutService } from './provider-logout/provider-logout.service.js';
import { SessionGuard } from './protect/session.guard.js';
import { ProviderTokensService } from './provider-tokens/provider-tokens.service.js';
import { GrantsService } from './provider-tokens/grants.service.js';
import { ProviderFetchService } from './provider-tokens/provider-fetch.service.js';
import { ResealService } from './provider-tokens/reseal.service.js';
import { RefreshFlightsService } from './provider-tokens/refresh-flights.service.js';
import { SignOutTokensService } from './provider-tokens/sign-out-tokens.service.js';
import { TokenPlacesService } from './provider-tokens/token-places.service.js';
import { TokenRenewalService } from './provider-tokens/token-renewal.service.js';
import { UnsavedTokensService } from './provider-tokens/unsaved-tokens.service.js';
import { DatabaseSessionStrategy } from './session/database-session.strategy.js';
import { JwtCallbackService } from './session/jwt-callback.service.js';
import { JwtRevocationService } from './session/jwt-revocation.service.js';
import { JwtSessionStrategy } from './session/jwt-session.strategy.js';
import { PresentedTokenService } from './session/presented-token.service.js';
import { RevokedSessionsService } from './session/revoked-sessions.service.js';
import { SessionLimitService } from './session/session-limit.service.js';
import { SessionRecordsService } from './session/session-records.service.js';
import { SessionService } from './session.service.js';
import { SessionIssuerService } from './session/session-issuer.service.js';
import { CurrentSessionService } from './session/current-session.service.js';
import { ProviderMarksService } from './session/provider-marks.service.js';
import { SessionTokenService } from './session/session-token.service.js';
import { AFTER_SIGN_IN } from './sign-in/after-sign-in.port.js';
import { UserSessionsService } from './session/user-sessions.service.js';
import { AccountLinkService } from './sign-in/account-link.service.js';
import { AccountService } from './sign-in/account.service.js';
import { CredentialsAccountService } from './sign-in/credentials-account.service.js';
import { EmailAccountService } from './sign-in/email-account.service.js';
import { SIGN_IN_ACCOUNTS, type SignInAccounts } from './sign-in/sign-in-accounts.port.js';
import { SIGN_IN_FLOWS, type SignInFlow } from './sign-in/sign-in-flow.port.js';
import { SignInFlowsService } from './sign-in/sign-in-flows.service.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { TriedAddressService } from './sign-in/tried-address.service.js';
import { WebAuthnAccountService } from './sign-in/webauthn-account.service.js';
import { AssertionService } from './webauthn/assertion.service.js';
import { AttestationService } from './webauthn/attestation.service.js';
import { DecoyCredentialsService } from './webauthn/decoy-credentials.service.js';
import { UserHandleService } from './webauthn/user-handle.service.js';
import { WebAuthnChallengeService } from './webauthn/webauthn-challenge.service.js';
import { WebAuthnLibraryService } from './webauthn/webauthn-library.service.js';
import { WebAuthnOptionsService } from './webauthn/webauthn-options.service.js';
import { WebAuthnUserService } from './webauthn/webauthn-user.service.js';
import { WebAuthnFlow } from './webauthn/webauthn.flow.js';
import { WebAuthnService } from './webauthn.service.js';

const FLOWS = [OAuthFlow, EmailFlow, CredentialsFlow, WebAuthnFlow];

/** Whose an account is: one for each flow. */
const ACCOUNTS = [
  AccountService,
  CredentialsAccountService,
  EmailAccountService,
  WebAuthnAccountService,
];

const SERVICES = [
  AccountLinkService,
  AssertionService,
  AttemptsService,
  AttestationService,
  AuthConfigService,
  AuthContextService,
  AuthHandler,
  CallbackUrlService,
  ClientNetworkService,
  CurrentSessionService,
  DatabaseSessionStrategy,
  DecoyCredentialsService,
  EndSessionUrlService,
  EventListenersService,
  JwtCallbackService,
  JwtRevocationService,
  JwtSessionStrategy,
  KeyringService,
  LimitsService,
  GrantedTokensService,
  LeaveTicketService,
  LinkCookiesService,
  LogoutHintService,
  LogoutTokenService,
  MailService,
  MountPathService,
  OAuthChecksService,
  OAuthConfigurationService,
  OAuthProfileService,
  PresentedTokenService,
  CallbackUseService,
  PostedCallbackService,
  ProviderKeysService,
  ProviderLogoutService,
  ProviderMarksService,
  ProviderMetadataService,
  RedirectProxyService,
  RefreshFlightsService,
  RevokedSessionsService,
  ResealService,
  GrantsService,
  ProviderFetchService,
  SealedCookieService,
  SessionIssuerService,
  SessionLimitService,
  SessionRecordsService,
  SessionTokenService,
  SharedChecksService,
  SignInFlowsService,
  SignInService,
  SignOutTokensService,
  TokenPlacesService,
  TokenRefreshService,
  TokenRevocationService,
  TokenRenewalService,
  TriedAddressService,
  UnsavedTokensService,
  UserHandleService,
  UserSessionsService,
  VerificationTokenService,
  WebAuthnChallengeService,
  WebAuthnLibraryService,
  WebAuthnOptionsService,
  WebAuthnUserService,
];

/** What applications may inject. */
export const AUTH_EXPORTS = [
  AuthService,
  BackchannelLogoutService,
  CsrfService,
  EventsService,
  OAuthService,
  ProviderTokensService,
  SessionGuard,
  SessionService,
  WebAuthnService,
];

const flows: Provider = {
  provide: SIGN_IN_FLOWS,
  inject: FLOWS,
  useFactory: (...all: SignInFlow[]) => all,
};

const accounts: Provider = {
  provide: SIGN_IN_ACCOUNTS,
  inject: ACCOUNTS,
  useFactory: (...all: SignInAccounts[]) => all,
};
const afterSignIn: Provider = { provide: AFTER_SIGN_IN, useExisting: LogoutHintService };

/** Everything that a module of ours is made of, but for its configuration. */
export const AUTH_INJECTABLES: Provider[] = [
  flows,
  accounts,
  afterSignIn,
  routeTable,
  ...FLOWS,
  ...ACCOUNTS,
  ...ACTIONS,
  ...SERVICES,
  ...AUTH_EXPORTS,
];
