import { All, Controller, Get, Post, Req, Res, type Type, VERSION_NEUTRAL } from '@nestjs/common';
import { MountPathService } from './exchange/mount-path.service.js';
import {
  fromPlatform,
  type PlatformRequest,
  type PlatformResponse,
  writeToPlatform,
} from './exchange/platform-exchange.js';
import { AuthHandler } from './http/auth.handler.js';
import { Public } from './protect/public.decorator.js';

/**
 * The endpoints as Nest routes. The path is that of the module's extra `basePath`.
 * @see specification, Action endpoints
 */
@Public()
export abstract class AuthController {
  constructor(
    private readonly handler: AuthHandler,
    private readonly mountPath: MountPathService,
  ) {}

  @Get('providers') providers(
    @Req() req: PlatformRequest,
    @Res() res: PlatformResponse,
  ): Promise<void> {
    return this.handle(req, res);
  }

  @Get('csrf') csrf(@Req() req: PlatformRequest, @Res() res: PlatformResponse): Promise<void> {
    return this.handle(req, res);
  }

  @Get('session') session(
    @Req() req: PlatformRequest,
    @Res() res: PlatformResponse,
  ): Promise<void> {
    return this.handle(req, res);
  }

  @Post('session') updateSession(
    @Req() req: PlatformRequest,
    @Res() res: PlatformResponse,
  ): Promise<void> {
    return this.handle(req, res);
  }

  @Get('signin') signInPage(
    @Req() req: PlatformRequest,
    @Res() res: PlatformResponse,
  ): Promise<void> {
    return this.handle(req, res);
  }

  @Post(['signin', 'signin/:provider']) signIn(
    @Req() req: PlatformRequest,
    @Res() res: PlatformResponse,
  ): Promise<void> {
    return this.handle(req, res);
  }

  @Get('callback/:provider') callback(
    @Req() req: PlatformRequest,
    @Res() res: PlatformResponse,
  ): Promise<void> {
    return this.handle(req, res);
  }

  @Post('callback/:provider') postCallback(
    @Req() req: PlatformRequest,
    @Res() res: PlatformResponse,
  ): Promise<void> {
    return this.handle(req, res);
  }

  @Get('signout') signOutPage(
    @Req() req: PlatformRequest,
    @Res() res: PlatformResponse,
  ): Promise<void> {
    return this.handle(req, res);
  }

  @Post('signout') signOut(
    @Req() req: PlatformRequest,
    @Res() res: PlatformResponse,
  ): Promise<void> {
    return this.handle(req, res);
  }

  @Get('error') error(@Req() req: PlatformRequest, @Res() res: PlatformResponse): Promise<void> {
    return this.handle(req, res);
  }

  @Get('verify-request') verifyRequest(
    @Req() req: PlatformRequest,
    @Res() res: PlatformResponse,
  ): Promise<void> {
    return this.handle(req, res);
  }

  @Get('webauthn-options/:provider') webAuthnOptions(
    @Req() req: PlatformRequest,
    @Res() res: PlatformResponse,
  ): Promise<void> {
    return this.handle(req, res);
  }

  /** Everything else below the path (see {@link spellRoutesFor}), so that it gets the answers of the wire contract. */
  other(@Req() req: PlatformRequest, @Res() res: PlatformResponse): Promise<void> {
    return this.handle(req, res);
  }

  private async handle(req: PlatformRequest, res: PlatformResponse): Promise<void> {
    const request = fromPlatform(req, (path) => this.mountPath.of(path));
    writeToPlatform(res, await this.handler.handle(request));
  }
}

/**
 * The controller at a path: a class of its own for each module, since paths are metadata of a class.
 */
export function authControllerAt(path: string): Type<AuthController> {
  @Controller({ path, version: VERSION_NEUTRAL })
  class MountedAuthController extends AuthController {
    @All(EVERYTHING.express)
    override other(@Req() req: PlatformRequest, @Res() res: PlatformResponse): Promise<void> {
      return super.other(req, res);
    }
  }
  return MountedAuthController;
}

/** "Every path below": the platforms' routers have no spelling in common. */
const EVERYTHING = { express: '{*path}', fastify: '*' } as const;

/** Spells the last route as the platform wants it; called before the routes are registered. */
export function spellRoutesFor(controller: Type<AuthController>, platform: string): void {
  const path = platform === 'fastify' ? EVERYTHING.fastify : EVERYTHING.express;
  const own = Object.getOwnPropertyDescriptor(controller.prototype, 'other') as { value: object };
  Reflect.defineMetadata(PATH_METADATA, path, own.value);
}

/** The key under which Nest keeps the path of a route. */
const PATH_METADATA = 'path';
