import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { AdapterIssuersService } from './config/adapter-issuers.service.js';
import { ProviderTokenFilter } from './features/provider-tokens/provider-token.filter.js';
import { StepUpPagesService } from './features/provider-tokens/step-up-pages.service.js';

/** Providers that all AuthModules of an application share: Nest creates this module only once. */
@Module({
  providers: [
    AdapterIssuersService,
    StepUpPagesService,
    { provide: APP_FILTER, useClass: ProviderTokenFilter },
  ],
  exports: [AdapterIssuersService, StepUpPagesService],
})
export class AuthSharedModule {}
