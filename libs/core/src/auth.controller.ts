import { All, Controller, Get, Post, Req, Res, type Type, VERSION_NEUTRAL } from '@nestjs/common';
import { AuthContextService } from './exchange/auth-context.service.js';
import {
  type PlatformRequest,
  type PlatformResponse,
  writeToPlatform,
} from './exchange/platform-exchange.js';
import { Describe, DescribeAs, Undescribed } from './http/describe-endpoint.js';
import { AuthHandler, type HandleOptions } from './http/auth.handler.js';
import { Public } from './protect/public.decorator.js';

const PROVIDER = ['provider'];

/** What the controllers below share: the way into the pipeline and out again. */
@Public()
abstract class Door {
  constructor(
    private readonly handler: AuthHandler,
    private readonly contexts: AuthContextService,
  ) {}

  protected async handle(
    req: PlatformRequest,
    res: PlatformResponse,
    options?: HandleOptions,
  ): Promise<void> {
    writeToPlatform(res, await this.handler.handle(this.contexts.endpoint(req), options));
  }
}

/**
 * The endpoints as Nest routes. The path is that of the module's extra `basePath`.
 * @see docs/design/wire-contract.md 6
 */
export abstract class AuthController extends Door {
  @Describe({
    summary: 'The providers that people can sign in with',
    responses: { 200: 'Providers by id' },
  })
  @Get('providers')
  providers(@Req() req: PlatformRequest, @Res() res: PlatformResponse): Promise<void> {
    return this.handle(req, res);
  }

  @Describe({ summary: 'A token for the forms of this browser', responses: { 200: 'The token' } })
  @Get('csrf')
  csrf(@Req() req: PlatformRequest, @Res() res: PlatformResponse): Promise<void> {
    return this.handle(req, res);
  }

  @Describe({
    summary: 'The session of this browser',
    responses: { 200: 'The session, or null', 503: 'The store is down' },
  })
  @Get('session')
  session(@Req() req: PlatformRequest, @Res() res: PlatformResponse): Promise<void> {
    return this.handle(req, res);
  }

  @Describe({
    summary: 'Updates the session of this browser',
    responses: { 200: 'The session', 400: 'Null: it was not updated' },
  })
  @Post('session')
  updateSession(@Req() req: PlatformRequest, @Res() res: PlatformResponse): Promise<void> {
    return this.handle(req, res);
  }

  @Describe({
    summary: 'The sign-in page',
    responses: { 200: 'A page', 302: 'To a page of the application' },
  })
  @Get('signin')
  signInPage(@Req() req: PlatformRequest, @Res() res: PlatformResponse): Promise<void> {
    return this.handle(req, res);
  }

  @Describe({
    summary: 'Responds with an error: the path must name a provider',
    responses: { 302: 'To an error page' },
  })
  @Post('signin')
  signIn(@Req() req: PlatformRequest, @Res() res: PlatformResponse): Promise<void> {
    return this.handle(req, res);
  }

  @Describe({
    summary: 'Starts a sign-in',
    responses: { 302: 'To the provider, or a page', 429: 'Too many attempts' },
    parameters: PROVIDER,
  })
  @Post('signin/:provider')
  signInWith(@Req() req: PlatformRequest, @Res() res: PlatformResponse): Promise<void> {
    return this.handle(req, res);
  }

  @Describe({
    summary: 'Ends a sign-in at a provider or by a mailed link',
    responses: { 302: 'To the target of the sign-in, or an error page' },
    parameters: PROVIDER,
  })
  @Get('callback/:provider')
  callback(@Req() req: PlatformRequest, @Res() res: PlatformResponse): Promise<void> {
    return this.handle(req, res);
  }

  @Describe({
    summary: 'Signs in by a form: credentials, a passkey, or the form of a provider',
    responses: { 302: 'To the target of the sign-in, or an error page', 429: 'Too many attempts' },
    parameters: PROVIDER,
  })
  @Post('callback/:provider')
  postCallback(@Req() req: PlatformRequest, @Res() res: PlatformResponse): Promise<void> {
    return this.handle(req, res);
  }

  @Describe({
    summary: 'The sign-out page',
    responses: { 200: 'A page', 302: 'To a page of the application' },
  })
  @Get('signout')
  signOutPage(@Req() req: PlatformRequest, @Res() res: PlatformResponse): Promise<void> {
    return this.handle(req, res);
  }

  @Describe({ summary: 'Signs out', responses: { 302: 'To the target', 503: 'The store is down' } })
  @Post('signout')
  signOut(@Req() req: PlatformRequest, @Res() res: PlatformResponse): Promise<void> {
    return this.handle(req, res);
  }

  @Describe({
    summary: 'The error page',
    responses: { 200: 'A page', 302: 'To a page of the application' },
  })
  @Get('error')
  error(@Req() req: PlatformRequest, @Res() res: PlatformResponse): Promise<void> {
    return this.handle(req, res);
  }

  @Describe({
    summary: 'The page after a link was mailed',
    responses: { 200: 'A page', 302: 'To a page of the application' },
  })
  @Get('verify-request')
  verifyRequest(@Req() req: PlatformRequest, @Res() res: PlatformResponse): Promise<void> {
    return this.handle(req, res);
  }

  @Describe({
    summary: 'Options for a passkey',
    responses: { 200: 'Options for the browser', 404: 'Passkeys are off' },
    parameters: PROVIDER,
  })
  @Get('webauthn-options/:provider')
  webAuthnOptions(@Req() req: PlatformRequest, @Res() res: PlatformResponse): Promise<void> {
    return this.handle(req, res);
  }
}

/** The controllers of one module, in the order in which their routes are registered. */
export interface MountedControllers {
  readonly endpoints: Type<AuthController>;
  /**
   * Everything else below the path (see {@link spellRoutesFor}), so that it is refused in our way.
   * @see docs/design/wire-contract.md REQ-6, REQ-7
   */
  readonly others: Type;
}

/**
 * The controllers at a path: classes of their own for each module, since paths are metadata of a
 * class. Two of them, since Express takes the first route that fits and a guard that counts
 * attempts counts them by handler.
 */
export function authControllersAt(path: string): MountedControllers {
  @Controller({ path, version: VERSION_NEUTRAL })
  @DescribeAs('Authentication')
  class AuthEndpoints extends AuthController {}

  @Controller({ path, version: VERSION_NEUTRAL })
  @Undescribed()
  class OtherAuthPaths extends Door {
    @All(EVERYTHING.express)
    other(@Req() req: PlatformRequest, @Res() res: PlatformResponse): Promise<void> {
      return this.handle(req, res, { spelling: 'exact' });
    }
  }

  return { endpoints: AuthEndpoints, others: OtherAuthPaths };
}

/** "Every path below": the platforms' routers have no spelling in common. */
const EVERYTHING = { express: '{*path}', fastify: '*' } as const;

/** Spells the last route as the platform wants it; called before the routes are registered. */
export function spellRoutesFor({ others }: MountedControllers, platform: string): void {
  const path = platform === 'fastify' ? EVERYTHING.fastify : EVERYTHING.express;
  const own = Object.getOwnPropertyDescriptor(others.prototype, 'other') as { value: object };
  Reflect.defineMetadata(PATH_METADATA, path, own.value);
}

/**
 * Maps the route of passkeys, or leaves it out of a module that has none; called before the routes are
 * registered. A request to it then comes to the last route, and is refused as it would be.
 */
export function mapPasskeys({ endpoints }: MountedControllers, areOn: boolean): void {
  const prototype = endpoints.prototype as object;
  // One module may be started several times, with passkeys and without.
  if (areOn) Reflect.deleteProperty(prototype, 'webAuthnOptions');
  // Metadata belong to the method, which all modules share, so this one gets a method without any.
  else Reflect.defineProperty(prototype, 'webAuthnOptions', { value: nothing, configurable: true });
}

function nothing(): void {}

/** The key under which Nest keeps the path of a route. */
const PATH_METADATA = 'path';
