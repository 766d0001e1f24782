import { Injectable } from '@nestjs/common';
import { AuthConfigService } from '../config/auth-config.service.js';
import { assertOrigin } from '../request/csrf/assert-origin.js';
import { provesOrigin } from '../request/csrf/proves-origin.js';
import { CsrfService, type CsrfState } from '../request/csrf/csrf.service.js';
import { AuthError } from '../errors/auth.error.js';
import { CallbackRouteError, InvalidRequest, UnknownAction } from '../errors/internal.errors.js';
import { toError } from '../errors/to-error.js';
import { type AuthPath, parseAuthPath, spellAuthPath } from '../request/context/auth-path.js';
import { forgetLongTarget } from '../request/redirects/forget-long-target.js';
import { AuthContextService, namedProvider } from '../request/auth-context.service.js';
import { type AuthRequest, headerOf } from '../request/context/auth-request.js';
import type { ActionResult, AuthResponse } from '../request/context/auth-response.js';
import { MAX_BODY, tooLarge } from '../request/body/body-limit.js';
import type { SetCookie } from '../cookies/cookie-jar.js';
import type { SessionContext } from '../request/context/session-context.js';
import { isAuthAction } from '../model/auth-action.js';
import { logFault } from '../logging/log-fault.js';
import { createAuthLogger } from '../logging/nest-auth-logger.js';
import type { ResolvedProvider } from '../provider/resolved-provider.js';
import { SignInFlowsService } from '../sign-in/sign-in-flows.service.js';
import { TriedAddressService } from '../sign-in/tried-address.service.js';
import type { AuthRoute } from '../feature-port/auth-route.js';
import { RouteTable } from './route-table.js';
import { configurationFailure, unknownPath } from './configuration-failure.js';
import { respondToError, badRequest, notFound } from './error-response.js';
import type { HandleOptions } from './handle-options.js';
import { actionResponse } from './action-response.js';
import { wantsPage } from './wants-url.js';

const SIGN_IN: ReadonlySet<string> = new Set(['signin', 'callback']);
const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'HEAD']);

/** The pipeline for every request to an endpoint, from every entry point. */
@Injectable()
export class AuthHandler {
  private readonly fallbackLogger = createAuthLogger();

  constructor(
    private readonly contexts: AuthContextService,
    private readonly csrf: CsrfService,
    private readonly routes: RouteTable,
    private readonly flows: SignInFlowsService,
    private readonly configs: AuthConfigService,
    private readonly tried: TriedAddressService,
  ) {}

  /** @throws {AuthError} unless `errors` is `respond` */
  async handle(request: AuthRequest, options: HandleOptions = {}): Promise<AuthResponse> {
    const { path, refused } = this.pathOf(request);
    if (refused) return this.refuseTarget(request, refused, options);
    if (!path) return failure(request, unknownPath(request, this.configs.static, badRequest()));
    if (isMisspelt(request, path, options)) return failure(request, badRequest());
    if (!METHODS.has(request.method))
      return failure(request, badRequest(undefined, this.routes.allowed(path)));
    if (Number(headerOf(request, 'content-length') ?? 0) > MAX_BODY) {
      return failure(request, badRequest(tooLarge()));
    }
    let session: SessionContext;
    try {
      session = await this.contexts.openSession(request);
    } catch (thrown) {
      const error = ours(thrown);
      if (options.errors === 'throw') throw error;
      const fault = { error, logger: this.fallbackLogger };
      return failure(request, configurationFailure(request, path, fault));
    }
    return this.respond(session, path, options);
  }

  /** Refuses a request before the application's functions receive it. @see RFC 9112 section 3.2 */
  private refuseTarget(
    request: AuthRequest,
    fault: InvalidRequest,
    { errors }: HandleOptions,
  ): AuthResponse {
    logFault(this.configs.static?.logger ?? this.fallbackLogger, fault);
    if (errors === 'throw') throw fault;
    return failure(request, badRequest(fault));
  }

  private async respond(
    session: SessionContext,
    path: AuthPath,
    options: HandleOptions,
  ): Promise<AuthResponse> {
    const { request, logger, cookies, config } = session;
    // Only the id of a configured provider is logged, nothing else from the path.
    const provider = config.providers.get(path.providerId ?? '')?.id;
    try {
      if (!this.routes.isOn(path, config)) {
        return failure(request, unknownPath(request, config, notFound()));
      }
      const route = this.routes.find(request.method, path);
      // For an endpoint of Auth.js, an unsupported method redirects to the error page instead.
      if (!route && !isAuthAction(path.action)) {
        return failure(request, badRequest(undefined, this.routes.allowed(path)));
      }
      logger.debug?.(`${request.method} ${path.action}`, { provider });
      // Checked first: a request for an untrusted host is refused, whatever else is wrong with it.
      void session.origin;
      // Nothing is read for a request that no endpoint accepts.
      if (route?.method === 'POST') await request.receive?.(config.timeoutMs);
      const caller = route?.caller;
      const unchecked = options.csrf === 'skip' || caller === 'server';
      const csrf = unchecked ? undefined : this.csrf.establish(session);
      const named = namedProvider(session, path);
      if (!route) throw new UnknownAction(`${path.action} does not support ${request.method}`);
      this.assertAllowed(session, { route, provider: named, csrf });
      // The sender is now checked, so the body is read: one that is too large reaches no action.
      void request.body;
      const ctx = await this.contexts.open(session, path, { csrfToken: csrf?.token, caller });
      if (ctx.readOnly && isLeftAlone(route)) return actionResponse(request, {});
      const result = await route.action.run(ctx);
      if (route.method === 'GET') forgetLongTarget(ctx);
      return actionResponse(request, result, route.cookies === 'attach' ? cookies.changed() : []);
    } catch (thrown) {
      const error = ours(thrown);
      logFault(logger, error);
      if (SIGN_IN.has(path.action)) {
        const { type: reason, cause } = error;
        logger.info('sign-in refused', { provider, reason, userId: cause?.['userId'] });
      }
      if (options.errors === 'throw') throw error;
      if (options.errors === 'throw-ours' && isThrownRaw(thrown)) throw error;
      // One-time cookies stay deleted. The only cookie that is set lets the sign-in page show the
      // address again.
      const kept = await this.keepTried(session, path, error);
      return failure(request, respondToError(session, error, path), [
        ...cookies.deleted(),
        ...kept,
      ]);
    }
  }

  private async keepTried(
    session: SessionContext,
    { providerId = '' }: AuthPath,
    error: AuthError,
  ): Promise<SetCookie[]> {
    if (!wantsPage(session.request)) return [];
    return this.tried.keep(session, session.config.providers.get(providerId), error);
  }

  /**
   * Checks origin and CSRF token. The origin is first: a planted pair of cookie and token is valid.
   * @see docs/design/security-bar.md A36
   */
  private assertAllowed(session: SessionContext, { route, provider, csrf }: Allowance): void {
    if (route.method !== 'POST' || csrf === undefined) return;
    const required =
      route.csrf === 'required' ||
      (route.csrf === 'flow' && this.flows.get(provider).callbackCsrf !== 'none');
    if (!required) return;
    assertOrigin(session);
    if (!provesOrigin(session)) this.csrf.assertVerified(session, csrf);
  }

  /** Parses the path of a request: null if it is not ours, an error if the target is not a path. */
  private pathOf(request: AuthRequest): { path: AuthPath | null; refused?: InvalidRequest } {
    try {
      return { path: parseAuthPath(request.path, request.basePath, this.routes.endpoints) };
    } catch (thrown) {
      if (thrown instanceof InvalidRequest) return { path: null, refused: thrown };
      throw thrown;
    }
  }
}

/** The facts that decide whether a request may change something. */
interface Allowance {
  readonly route: AuthRoute;
  readonly provider: ResolvedProvider | undefined;
  readonly csrf: CsrfState | undefined;
}

/**
 * Whether a POST uses another spelling of a path: a proxy or throttler that counts attempts would
 * treat it as another route.
 * @see docs/design/security-bar.md A20
 */
function isMisspelt(
  { method, path, basePath }: AuthRequest,
  parsed: AuthPath,
  { spelling }: HandleOptions,
): boolean {
  return spelling === 'exact' && method === 'POST' && path !== spellAuthPath(parsed, basePath);
}

function isLeftAlone(route: AuthRoute): boolean {
  return route.method === 'GET' && route.head === 'empty';
}

function failure(
  request: AuthRequest,
  result: ActionResult,
  cookies?: readonly SetCookie[],
): AuthResponse {
  return { ...actionResponse(request, result, cookies), failed: true };
}

/** @see docs/design/wire-contract.md REQ-2, REQ-3 */
function isThrownRaw(thrown: unknown): boolean {
  return thrown instanceof AuthError && !(thrown instanceof InvalidRequest);
}

function ours(thrown: unknown): AuthError {
  if (thrown instanceof AuthError) return thrown;
  return new CallbackRouteError('the request failed', { err: toError(thrown) });
}
