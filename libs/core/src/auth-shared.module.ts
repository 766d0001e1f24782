import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { AdapterIssuersService } from './config/adapter-issuers.service.js';
import { ProviderTokenFilter } from './provider-tokens/provider-token.filter.js';

/** What the AuthModules of one application share: Nest makes it once, however many import it. */
@Module({
  providers: [AdapterIssuersService, { provide: APP_FILTER, useClass: ProviderTokenFilter }],
  exports: [AdapterIssuersService],
})
export class AuthSharedModule {}
