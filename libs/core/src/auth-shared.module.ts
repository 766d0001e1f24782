import { Module } from '@nestjs/common';
import { AdapterIssuersService } from './config/adapter-issuers.service.js';

/** What the AuthModules of one application share: Nest makes it once, however many import it. */
@Module({ providers: [AdapterIssuersService], exports: [AdapterIssuersService] })
export class AuthSharedModule {}
