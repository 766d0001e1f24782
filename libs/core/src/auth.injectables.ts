import type { Provider, Type } from '@nestjs/common';
import { AuthService } from './auth.service.js';
import { AuthConfigService } from './config/auth-config.service.js';
import { AUTH_FEATURE_OPTIONS } from './config/auth-config.token.js';
import { KeyringService } from './crypto/keyring.service.js';
import { CsrfService } from './request/csrf/csrf.service.js';
import { EventListenersService } from './events/event-listeners.service.js';
import { EventsService } from './events/events.service.js';
import { AuthContextService } from './request/auth-context.service.js';
import { CallbackUrlService } from './request/redirects/callback-url.service.js';
import { MountPathService } from './request/mount/mount-path.service.js';
import { SealedCookieService } from './request/context/sealed-cookie.service.js';
import { AUTH_FEATURES, type AuthFeature } from './feature-port/auth-feature.js';
import type { AuthRoute } from './feature-port/auth-route.js';
import { SIGN_IN_KINDS } from './features.js';
import { ChallengeTicketsService } from './feature-port/challenge-tickets.service.js';
import { ChallengesService } from './feature-port/challenges.service.js';
import { FeaturesService } from './feature-port/features.service.js';
import { routeProviders } from './http/auth-routes.js';
import { AuthHandler } from './http/auth.handler.js';
import { ClientNetworkService } from './limits/client-network.service.js';
import { LimitsService } from './limits/limits.service.js';
import { OpenConnectionsService } from './live/open-connections.service.js';
import { OAuthService } from './oauth/oauth.service.js';
import { RequestSessionsService } from './guard/request-sessions.service.js';
import { SessionGuard } from './guard/session.guard.js';
import { SessionSourcesService } from './guard/session-sources.service.js';
import { SessionService } from './session.service.js';
import { SocketAuthService } from './socket-auth.service.js';
import { SESSION_INJECTABLES } from './session/current/session.injectables.js';
import { SIGN_IN_ACCOUNTS, type SignInAccounts } from './sign-in/sign-in-accounts.port.js';
import { SIGN_IN_FLOWS, type SignInFlow } from './sign-in/sign-in-flow.port.js';
import { SIGN_IN_INJECTABLES } from './sign-in/sign-in.injectables.js';

const FLOWS = SIGN_IN_KINDS.map(({ flow }) => flow);
const ACCOUNTS = SIGN_IN_KINDS.map(({ accounts }) => accounts);

const KINDS: Provider[] = [
  { provide: SIGN_IN_FLOWS, inject: FLOWS, useFactory: (...all: SignInFlow[]) => all },
  { provide: SIGN_IN_ACCOUNTS, inject: ACCOUNTS, useFactory: (...all: SignInAccounts[]) => all },
  ...FLOWS,
  ...ACCOUNTS,
  ...SIGN_IN_KINDS.flatMap(({ providers = [] }) => providers),
];

/** Services that do not belong to a sign-in flow. */
const SERVICES = [
  AuthConfigService,
  AuthContextService,
  AuthHandler,
  CallbackUrlService,
  ChallengesService,
  ChallengeTicketsService,
  ClientNetworkService,
  EventListenersService,
  FeaturesService,
  KeyringService,
  LimitsService,
  OpenConnectionsService,
  MountPathService,
  RequestSessionsService,
  SealedCookieService,
  SessionSourcesService,
];

/** Providers that applications may inject, apart from those of features. */
const EXPORTS = [
  AuthService,
  CsrfService,
  EventsService,
  OAuthService,
  SessionGuard,
  SessionService,
  SocketAuthService,
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
      useValue: features.map(({ options, texts }) => ({ ...options, texts })),
    },
    ...KINDS,
    ...SERVICES,
    ...SESSION_INJECTABLES,
    ...SIGN_IN_INJECTABLES,
    ...routeProviders(routes),
    ...features.flatMap(({ providers = [] }) => providers),
    ...exportsOf(features),
  ];
}
