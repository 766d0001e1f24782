import {
  type PasskeySummary,
  type PlatformRequest,
  type PlatformResponse,
  type RegistrationOptionsJSON,
  WebAuthnService,
} from '@authnest/core';
import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Req, Res } from '@nestjs/common';

/** Routes for the passkeys of the signed-in user, as an application might define them. */
@Controller('passkeys')
export class PasskeysController {
  constructor(private readonly passkeys: WebAuthnService) {}

  @Get() list(@Req() request: PlatformRequest): Promise<PasskeySummary[]> {
    return this.passkeys.list(request);
  }

  @Get('options') options(
    @Req() request: PlatformRequest,
    @Res({ passthrough: true }) response: PlatformResponse,
  ): Promise<RegistrationOptionsJSON> {
    return this.passkeys.registrationOptions(request, response);
  }

  @Patch(':id') rename(
    @Req() request: PlatformRequest,
    @Param('id') id: string,
    @Body('name') name: string,
  ): Promise<PasskeySummary> {
    return this.passkeys.rename(request, id, name);
  }

  @Delete(':id') @HttpCode(204) remove(
    @Req() request: PlatformRequest,
    @Param('id') id: string,
    @Res({ passthrough: true }) response: PlatformResponse,
  ): Promise<void> {
    return this.passkeys.remove(request, id, response);
  }
}
