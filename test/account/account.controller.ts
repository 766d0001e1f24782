import {
  type AccountOverview,
  type LinkedAccount,
  type PlatformRequest,
  type PlatformResponse,
  type User,
  UserAccountService,
} from '@authnest/core';
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Req,
  Res,
} from '@nestjs/common';

/** Routes for the account of the signed-in user, as an application might define them. */
@Controller('me')
export class AccountController {
  constructor(private readonly accounts: UserAccountService) {}

  @Get() get(@Req() request: PlatformRequest): Promise<AccountOverview> {
    return this.accounts.get(request);
  }

  @Get('accounts') list(@Req() request: PlatformRequest): Promise<LinkedAccount[]> {
    return this.accounts.linkedAccounts(request);
  }

  @Patch() update(
    @Req() request: PlatformRequest,
    @Res({ passthrough: true }) response: PlatformResponse,
    @Body() changes: { name?: string; image?: string },
  ): Promise<User> {
    return this.accounts.updateProfile(request, response, changes);
  }

  @Post('accounts/:provider') link(
    @Req() request: PlatformRequest,
    @Res({ passthrough: true }) response: PlatformResponse,
    @Param('provider') provider: string,
  ): Promise<{ url: string }> {
    const params = { callbackUrl: '/settings' };
    return this.accounts.link({ request, response, provider, params });
  }

  @Delete('accounts/:provider/:id') @HttpCode(204) unlink(
    @Req() request: PlatformRequest,
    @Res({ passthrough: true }) response: PlatformResponse,
    @Param() account: { provider: string; id: string },
  ): Promise<void> {
    return this.accounts.unlink(request, response, account);
  }
}
