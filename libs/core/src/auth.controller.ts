import { All, Controller, Get, Post, Req, Res, type Type, VERSION_NEUTRAL } from '@nestjs/common';
import { AuthContextService } from './exchange/auth-context.service.js';
import {
  type PlatformRequest,
  type PlatformResponse,
  writeToPlatform,
} from './exchange/platform-exchange.js';
import { AuthHandler, type HandleOptions } from './http/auth.handler.js';
import { Public } from './protect/public.decorator.js';

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
  class MountedAuthController extends AuthController {}

  @Controller({ path, version: VERSION_NEUTRAL })
  class OtherPathsController extends Door {
    @All(EVERYTHING.express)
    other(@Req() req: PlatformRequest, @Res() res: PlatformResponse): Promise<void> {
      return this.handle(req, res, { spelling: 'exact' });
    }
  }

  return { endpoints: MountedAuthController, others: OtherPathsController };
}

/** "Every path below": the platforms' routers have no spelling in common. */
const EVERYTHING = { express: '{*path}', fastify: '*' } as const;

/** Spells the last route as the platform wants it; called before the routes are registered. */
export function spellRoutesFor({ others }: MountedControllers, platform: string): void {
  const path = platform === 'fastify' ? EVERYTHING.fastify : EVERYTHING.express;
  const own = Object.getOwnPropertyDescriptor(others.prototype, 'other') as { value: object };
  Reflect.defineMetadata(PATH_METADATA, path, own.value);
}

/** The key under which Nest keeps the path of a route. */
const PATH_METADATA = 'path';
