import {
  type DynamicModule,
  Inject,
  Module,
  type NestModule,
  type OnModuleInit,
  Optional,
  type Provider,
} from '@nestjs/common';
import { DiscoveryModule, HttpAdapterHost, ModuleRef, ModulesContainer } from '@nestjs/core';
import { authControllersAt, type MountedControllers, spellRoutesFor } from './auth.controller.js';
import {
  ASYNC_OPTIONS_TYPE,
  type AuthModuleExtras,
  ConfigurableModuleClass,
} from './auth.module-definition.js';
import { AuthService } from './auth.service.js';
import type { AuthConfigInput } from './config/auth-config.js';
import { AuthConfigService } from './config/auth-config.service.js';
import {
  AUTH_CONFIG_INPUT,
  AUTH_ENVIRONMENT,
  AUTH_MOUNT_PATH,
  AUTH_ROUTER_PATH,
} from './config/auth-config.token.js';
import { processEnvironment } from './config/env-defaults.js';
import { CredentialsFlow } from './credentials/credentials.flow.js';
import { KeyringService } from './crypto/keyring.service.js';
import { CsrfAction } from './csrf/csrf.action.js';
import { CsrfService } from './csrf/csrf.service.js';
import { EmailFlow } from './email/email.flow.js';
import { LinkCookiesService } from './email/link-cookies.service.js';
import { MailService } from './email/mail.service.js';
import { VerificationTokenService } from './email/verification-token.service.js';
import { AuthError } from './errors/auth.error.js';
import { InvalidConfiguration } from './errors/configuration.errors.js';
import { EventListenersService } from './events/event-listeners.service.js';
import { EventsService } from './events/events.service.js';
import { AuthContextService } from './exchange/auth-context.service.js';
import { CallbackUrlService } from './exchange/callback-url.service.js';
import { MountPathService } from './exchange/mount-path.service.js';
import { SealedCookieService } from './exchange/sealed-cookie.service.js';
import { AuthHandler } from './http/auth.handler.js';
import { AuthRoutes } from './http/auth-routes.js';
import { LimitsService } from './limits/limits.service.js';
import { AttemptsService } from './oauth/attempts.service.js';
import { OAuthChecksService } from './oauth/oauth-checks.service.js';
import { OAuthConfigurationService } from './oauth/oauth-configuration.service.js';
import { OAuthFlow } from './oauth/oauth.flow.js';
import { OAuthProfileService } from './oauth/oauth-profile.service.js';
import { OAuthService } from './oauth/oauth.service.js';
import { ProviderKeysService } from './oauth/provider-keys.service.js';
import { ProviderMetadataService } from './oauth/provider-metadata.service.js';
import { RedirectProxyService } from './oauth/redirect-proxy.service.js';
import { SharedChecksService } from './oauth/shared-checks.service.js';
import {
  ErrorPageAction,
  SignInPageAction,
  SignOutPageAction,
  VerifyRequestPageAction,
} from './pages/pages.action.js';
import { SessionGuard } from './protect/session.guard.js';
import { BlindAttemptsService } from './session/blind-attempts.service.js';
import { DatabaseSessionStrategy } from './session/database-session.strategy.js';
import { JwtCallbackService } from './session/jwt-callback.service.js';
import { JwtRevocationService } from './session/jwt-revocation.service.js';
import { JwtSessionStrategy } from './session/jwt-session.strategy.js';
import { SessionAction } from './session/session.action.js';
import { SessionService } from './session/session.service.js';
import { SessionTokenService } from './session/session-token.service.js';
import { UpdateSessionAction } from './session/update-session.action.js';
import { AccountLinkService } from './sign-in/account-link.service.js';
import { AccountService } from './sign-in/account.service.js';
import { CallbackAction } from './sign-in/callback.action.js';
import { EmailAccountService } from './sign-in/email-account.service.js';
import { ProvidersAction } from './sign-in/providers.action.js';
import { SignInAction } from './sign-in/sign-in.action.js';
import { SIGN_IN_FLOWS, type SignInFlow } from './sign-in/sign-in-flow.port.js';
import { SignInFlowsService } from './sign-in/sign-in-flows.service.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { SignOutAction } from './sign-out/sign-out.action.js';
import { WebAuthnAccountService } from './sign-in/webauthn-account.service.js';
import { AssertionService } from './webauthn/assertion.service.js';
import { AttestationService } from './webauthn/attestation.service.js';
import { DecoyCredentialsService } from './webauthn/decoy-credentials.service.js';
import { UserHandleService } from './webauthn/user-handle.service.js';
import { WebAuthnChallengeService } from './webauthn/webauthn-challenge.service.js';
import { WebAuthnLibraryService } from './webauthn/webauthn-library.service.js';
import { WebAuthnOptionsAction } from './webauthn/webauthn-options.action.js';
import { WebAuthnOptionsService } from './webauthn/webauthn-options.service.js';
import { WebAuthnUserService } from './webauthn/webauthn-user.service.js';
import { WebAuthnFlow } from './webauthn/webauthn.flow.js';
import { WebAuthnService } from './webauthn/webauthn.service.js';

const FLOWS = [OAuthFlow, EmailFlow, CredentialsFlow, WebAuthnFlow];

const ACTIONS = [
  CallbackAction,
  CsrfAction,
  ErrorPageAction,
  ProvidersAction,
  SessionAction,
  SignInAction,
  SignInPageAction,
  SignOutAction,
  SignOutPageAction,
  UpdateSessionAction,
  VerifyRequestPageAction,
  WebAuthnOptionsAction,
];

const SERVICES = [
  AccountLinkService,
  AccountService,
  AttemptsService,
  AssertionService,
  AttestationService,
  AuthConfigService,
  AuthContextService,
  AuthHandler,
  AuthRoutes,
  BlindAttemptsService,
  CallbackUrlService,
  DatabaseSessionStrategy,
  DecoyCredentialsService,
  EmailAccountService,
  EventListenersService,
  JwtCallbackService,
  JwtRevocationService,
  JwtSessionStrategy,
  KeyringService,
  LinkCookiesService,
  MailService,
  LimitsService,
  MountPathService,
  OAuthChecksService,
  OAuthConfigurationService,
  OAuthProfileService,
  ProviderKeysService,
  ProviderMetadataService,
  RedirectProxyService,
  SealedCookieService,
  SessionTokenService,
  SharedChecksService,
  SignInFlowsService,
  SignInService,
  UserHandleService,
  WebAuthnAccountService,
  WebAuthnChallengeService,
  WebAuthnLibraryService,
  WebAuthnOptionsService,
  WebAuthnUserService,
  VerificationTokenService,
];

/** What applications may inject. */
const PUBLIC = [
  AuthService,
  CsrfService,
  EventsService,
  OAuthService,
  SessionGuard,
  SessionService,
  WebAuthnService,
];

/** What `forRootAsync` takes. */
export type AuthModuleAsyncOptions = typeof ASYNC_OPTIONS_TYPE & AuthModuleExtras;

/** Token of the controllers of one module. */
const MOUNTED_CONTROLLERS = Symbol('authnest:mounted-controllers');

/**
 * Sign-in for a Nest application: endpoints, pages, guard and services.
 * @example `AuthModule.forRootAsync({ inject: [Adapter], useFactory: (adapter) => ({ adapter, providers }) })`
 * @see design section 3
 */
@Module({})
export class AuthModule extends ConfigurableModuleClass implements NestModule, OnModuleInit {
  constructor(
    private readonly moduleRef: ModuleRef,
    private readonly platform: HttpAdapterHost,
    // Absent where a feature module imports the bare class: it gets what the configured one exports.
    @Optional() @Inject(MOUNTED_CONTROLLERS) private readonly mounted?: MountedControllers,
  ) {
    super();
  }

  /** @param config - the configuration, or an (async) function of the request that makes it */
  static override forRoot(config: AuthConfigInput, extras: AuthModuleExtras = {}): DynamicModule {
    // As a factory, since the builder would copy the members of an object and lose a function.
    return this.forRootAsync({ useFactory: () => config, ...extras });
  }

  /** With `useFactory` and `inject`, `useClass` or `useExisting`. */
  static override forRootAsync(options: AuthModuleAsyncOptions): DynamicModule {
    const { basePath = '/auth', isGlobal = true, ...rest } = options;
    const mountPath = `/${basePath.replace(/^\/+|\/+$/g, '')}`;
    const definition = super.forRootAsync(rest);
    const mounted = authControllersAt(mountPath);
    return {
      ...definition,
      global: isGlobal,
      imports: [...(definition.imports ?? []), DiscoveryModule],
      controllers: [mounted.endpoints, mounted.others],
      providers: [
        ...(definition.providers ?? []),
        { provide: AUTH_MOUNT_PATH, useValue: mountPath },
        routerPath,
        { provide: MOUNTED_CONTROLLERS, useValue: mounted },
        { provide: AUTH_ENVIRONMENT, useFactory: processEnvironment },
        ...FLOWS,
        flows,
        ...ACTIONS,
        ...SERVICES,
        ...PUBLIC,
      ],
      exports: PUBLIC,
    };
  }

  /** Nest calls this once the platform is known and before it registers routes. */
  configure(): void {
    if (this.mounted) spellRoutesFor(this.mounted, this.platform.httpAdapter.getType());
  }

  /** @throws {InvalidConfiguration} when the configuration would have to be made for each request */
  onModuleInit(): void {
    if (!this.mounted || this.isMadeOnce()) return;
    throw new InvalidConfiguration([
      new AuthError(
        'forRootAsync: `inject` names a request-scoped provider; return a function of the request instead',
      ),
    ]);
  }

  /** Nest hands out nothing that depends on a request. */
  private isMadeOnce(): boolean {
    try {
      this.moduleRef.get(AUTH_CONFIG_INPUT);
      return true;
    } catch {
      return false;
    }
  }
}

/** Where Nest's `RouterModule` leaves the path of a module: on its class, by application. */
const MODULE_PATH = '__module_path__';

const routerPath: Provider = {
  provide: AUTH_ROUTER_PATH,
  inject: [ModulesContainer],
  // Read late, since the other module may be instantiated after this one.
  useFactory:
    ({ applicationId }: ModulesContainer) =>
    (): string =>
      String(Reflect.getMetadata(MODULE_PATH + applicationId, AuthModule) ?? ''),
};

const flows: Provider = {
  provide: SIGN_IN_FLOWS,
  inject: FLOWS,
  useFactory: (...all: SignInFlow[]) => all,
};
