import { PasswordService } from '@authnest/password';
import type { NewPassword } from '@authnest/password';
import type { PlatformRequest, PlatformResponse } from '@authnest/core';
import { Body, Controller, Delete, HttpCode, Put, Req, Res } from '@nestjs/common';

/** A handler of an application, for the password of its user. */
@Controller('me/password')
export class OwnPasswordController {
  constructor(private readonly passwords: PasswordService) {}

  @Put()
  @HttpCode(204)
  async set(
    @Req() request: PlatformRequest,
    @Res({ passthrough: true }) response: PlatformResponse,
    @Body() given: NewPassword,
  ): Promise<void> {
    await this.passwords.set(request, response, given);
  }

  @Delete()
  @HttpCode(204)
  async remove(
    @Req() request: PlatformRequest,
    @Res({ passthrough: true }) response: PlatformResponse,
  ): Promise<void> {
    await this.passwords.remove(request, response);
  }
}
