import type { Provider, Type } from '@nestjs/common';
import { AuthService } from './auth.service.js';
import { AuthConfigService } from './config/auth-config.service.js';
import { AUTH_FEATURE_OPTIONS } from './config/auth-config.token.js';
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
import { AUTH_FEATURES, type AuthFeature } from './feature/auth-feature.js';
import type { AuthRoute } from './feature/auth-route.js';
import { FeaturesService } from './feature/features.service.js';
import { routeProviders } from './http/auth-routes.js';
import { AuthHandler } from './http/auth.handler.js';
import { OtherInstancesService } from './instances/other-instances.service.js';
import { ClientNetworkService } from './limits/client-network.service.js';
import { LimitsService } from './limits/limits.service.js';
import { OAuthFlow } from './oauth/oauth.flow.js';
import { OAUTH_INJECTABLES } from './oauth/oauth.injectables.js';
import { OAuthService } from './oauth/oauth.service.js';
import { SessionGuard } from './protect/session.guard.js';
import { SessionService } from './session.service.js';
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
  FeaturesService,
  KeyringService,
  LimitsService,
  MountPathService,
  OtherInstancesService,
  SealedCookieService,
];

/** Providers that applications may inject, apart from those of features. */
const EXPORTS = [
  AuthHealthIndicator,
  AuthService,
  CsrfService,
  EventsService,
  OAuthService,
  SessionGuard,
  SessionService,
  WebAuthnService,
];

/** Returns the providers that applications may inject. */
export function exportsOf(features: readonly AuthFeature[]): Type[] {
  return [...EXPORTS, ...features.flatMap((feature) => feature.exports ?? [])];
}

/** Returns all providers of an AuthModule, except those of its configuration. */
export function injectablesOf(
  features: readonly AuthFeature[],
  routes: readonly AuthRoute[],
): Provider[] {
  return [
    { provide: AUTH_FEATURES, useValue: features },
    {
      provide: AUTH_FEATURE_OPTIONS,
      useValue: features.flatMap(({ options = [] }) => options),
    },
    flows,
    ...FLOWS,
    ...SERVICES,
    ...SESSION_INJECTABLES,
    ...SIGN_IN_INJECTABLES,
    ...OAUTH_INJECTABLES,
    ...EMAIL_INJECTABLES,
    ...WEBAUTHN_INJECTABLES,
    ...routeProviders(routes),
    ...features.flatMap(({ providers = [] }) => providers),
    ...exportsOf(features),
  ];
}
