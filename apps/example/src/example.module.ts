import { type DynamicModule, Module } from '@nestjs/common';
import { AppModule } from './app.module.js';
import type { StartPlan } from './environment.js';
import { IdentityProviderModule } from './identity-provider/identity-provider.module.js';
import { MailInboxModule } from './mail-inbox/mail-inbox.module.js';
import { OtherOriginModule } from './other-origin/other-origin.module.js';

/** The application, and the other servers that start in the same process. */
@Module({})
export class ExampleModule {
  static of({ startsProvider, startsInbox }: StartPlan): DynamicModule {
    return {
      module: ExampleModule,
      imports: [
        AppModule,
        ...(startsProvider ? [IdentityProviderModule, OtherOriginModule] : []),
        ...(startsInbox ? [MailInboxModule] : []),
      ],
    };
  }
}
