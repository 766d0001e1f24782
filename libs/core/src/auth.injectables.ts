import type { Provider } from '@nestjs/common';
import { AuthService } from './auth.service.js';
import { AuthConfigService } from './config/auth-config.service.js';
import { CredentialsFlow } from './credentials/credentials.flow.js';
import { KeyringService } from './crypto/keyring.service.js';
import { CsrfService } from './csrf/csrf.service.js';
import { EmailFlow } from './email/email.flow.js';
import { EMAIL_INJECTABLES } from './email/email.injectables.js';
import { EventListenersService } from './events/event-listeners.service.js';
import { EventsService } from './events/events.service.js';
import { AuthContextService } from './exchange/auth-context.service.js';
import { CallbackUrlService } from './exchange/callback-url.service.js';
import { MountPathService } from './exchange/mount-path.service.js';
import { SealedCookieService } from './exchange/sealed-cookie.service.js';
import { AuthHealthIndicator } from './health/auth-health-indicator.service.js';
import { ACTIONS, routeTable } from './http/auth-routes.js';
import { AuthHandler } from './http/auth.handler.js';
import { OtherInstancesService } from './instances/other-instances.service.js';
import { ClientNetworkService } from './limits/client-network.service.js';
import { LimitsService } from './limits/limits.service.js';
import { OAuthFlow } from './oauth/oauth.flow.js';
import { OAUTH_INJECTABLES } from './oauth/oauth.injectables.js';
import { OAuthService } from './oauth/oauth.service.js';
import { SessionGuard } from './protect/session.guard.js';
import { BackchannelLogoutService } from './provider-logout/backchannel-logout.service.js';
import { PROVIDER_LOGOUT_INJECTABLES } from './provider-logout/provider-logout.injectables.js';
import { PROVIDER_TOKENS_INJECTABLES } from './provider-tokens/provider-tokens.injectables.js';
import { ProviderTokensService } from './provider-tokens/provider-tokens.service.js';
import { SessionService } from './session.service.js';
import { UserSessionsService } from './session-list/user-sessions.service.js';
import { SESSION_INJECTABLES } from './session/session.injectables.js';
import { SIGN_IN_FLOWS, type SignInFlow } from './sign-in/sign-in-flow.port.js';
import { SIGN_IN_INJECTABLES } from './sign-in/sign-in.injectables.js';
import { WebAuthnService } from './webauthn.service.js';
import { WebAuthnFlow } from './webauthn/webauthn.flow.js';
import { WEBAUTHN_INJECTABLES } from './webauthn/webauthn.injectables.js';

const FLOWS = [OAuthFlow, EmailFlow, CredentialsFlow, WebAuthnFlow];

const flows: Provider = {
  provide: SIGN_IN_FLOWS,
  inject: FLOWS,
  useFactory: (...all: SignInFlow[]) => all,
};

/** Services that do not belong to a sign-in flow. */
const SERVICES = [
  AuthConfigService,
  AuthContextService,
  AuthHandler,
  CallbackUrlService,
  ClientNetworkService,
  EventListenersService,
  KeyringService,
  LimitsService,
  MountPathService,
  OtherInstancesService,
  SealedCookieService,
  UserSessionsService,
];

/** Providers that applications may inject. */
export const AUTH_EXPORTS = [
  AuthHealthIndicator,
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

/** All providers of an AuthModule, except those of its configuration. */
export const AUTH_INJECTABLES: Provider[] = [
  flows,
  routeTable,
  ...FLOWS,
  ...ACTIONS,
  ...SERVICES,
  ...SESSION_INJECTABLES,
  ...SIGN_IN_INJECTABLES,
  ...OAUTH_INJECTABLES,
  ...EMAIL_INJECTABLES,
  ...WEBAUTHN_INJECTABLES,
  ...PROVIDER_TOKENS_INJECTABLES,
  ...PROVIDER_LOGOUT_INJECTABLES,
  ...AUTH_EXPORTS,
];
