import {
  AuthError,
  AuthService,
  type PlatformRequest,
  type PlatformResponse,
  type Session,
} from '@authnest/core';
import { Body, Controller, Get, Param, Post, Req, Res } from '@nestjs/common';

/** Routes that sign users in and out through `AuthService`, and return the types of errors. */
@Controller('app')
export class AuthServiceController {
  constructor(private readonly auth: AuthService) {}

  @Post('sign-in/:provider') signIn(
    @Req() request: PlatformRequest,
    @Res({ passthrough: true }) response: PlatformResponse,
    @Param('provider') provider: string,
    @Body() params: Record<string, string>,
  ): Promise<object> {
    return reported(() => this.auth.signIn({ request, response, provider, params }));
  }

  @Post('sign-out') signOut(
    @Req() request: PlatformRequest,
    @Res({ passthrough: true }) response: PlatformResponse,
    @Body() params: Record<string, string>,
  ): Promise<object> {
    return reported(() => this.auth.signOut({ request, response, params }));
  }

  /** Reads the session before and after signing in, or out if the provider is `none`. */
  @Post('switch/:provider') async switch(
    @Req() request: PlatformRequest,
    @Res({ passthrough: true }) response: PlatformResponse,
    @Param('provider') provider: string,
    @Body() params: Record<string, string>,
  ): Promise<{ before: string | null; after: string | null }> {
    const before = await this.auth.getSession(request, response);
    if (provider === 'none') await this.auth.signOut({ request, response });
    else await this.auth.signIn({ request, response, provider, params });
    return { before: nameOf(before), after: nameOf(await this.auth.getSession(request, response)) };
  }

  @Get('session') session(
    @Req() request: PlatformRequest,
    @Res({ passthrough: true }) response: PlatformResponse,
  ): Promise<object> {
    return reported(async () => ({ session: await this.auth.getSession(request, response) }));
  }

  @Get('session-twice') async twice(@Req() request: PlatformRequest): Promise<object> {
    const read = async () => this.auth.getSession(request);
    const [first, second] = await Promise.allSettled([read(), read()]);
    if (first.status === 'rejected' || second.status === 'rejected') throw new Error('it failed');
    return { same: first.value === second.value };
  }

  @Get('session-only-read') async onlyRead(@Req() request: PlatformRequest): Promise<object> {
    return { session: await this.auth.getSession(request) };
  }
}

const nameOf = (session: Session | null): string | null => session?.user?.name ?? null;

async function reported(run: () => Promise<object>): Promise<object> {
  try {
    return await run();
  } catch (thrown) {
    if (!(thrown instanceof AuthError)) throw thrown;
    return { type: thrown.type, ...('code' in thrown ? { code: thrown.code } : {}) };
  }
}
