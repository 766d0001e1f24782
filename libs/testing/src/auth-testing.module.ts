import { randomBytes } from 'node:crypto';
import { type AuthConfig, AuthModule, type AuthModuleExtras, Email } from '@authnest/core';
import { type DynamicModule, Module } from '@nestjs/common';
import { deliverTo } from './mailbox/deliver-to.js';
import { MemoryAdapter } from './memory.adapter.js';
import { refuseInProduction } from './refuse-in-production.js';
import { TestMailbox } from './test-mailbox.js';

/** What stands beside the configuration. */
export interface AuthTestingExtras extends AuthModuleExtras {
  /** Where the mails go; give one to each module where you have several. @default a new one */
  mailbox?: TestMailbox;
}

/**
 * An AuthModule for tests of a part of an application: users and sessions in memory, a random
 * secret, no limits, and every mail in the `TestMailbox` of this module.
 *
 * ```ts
 * await Test.createTestingModule({ imports: [AuthTestingModule.forRoot(), OrdersModule] }).compile();
 * ```
 */
@Module({})
export class AuthTestingModule {
  /**
   * @param config - laid over the defaults; without `providers` there is sign-in by mail
   * @throws {Error} with NODE_ENV=production
   */
  static forRoot(
    config: Partial<AuthConfig> = {},
    { mailbox = new TestMailbox(), ...extras }: AuthTestingExtras = {},
  ): DynamicModule {
    refuseInProduction('AuthTestingModule');
    const { providers = [Email({})], ...rest } = config;
    const complete: AuthConfig = {
      adapter: new MemoryAdapter(),
      secret: randomBytes(33).toString('base64'),
      limits: false,
      trustHost: true,
      ...rest,
      providers: providers.map((provider) => deliverTo(mailbox, provider)),
    };
    return {
      module: AuthTestingModule,
      global: extras.isGlobal ?? true,
      imports: [AuthModule.forRoot(complete, extras)],
      providers: [{ provide: TestMailbox, useValue: mailbox }],
      exports: [TestMailbox],
    };
  }
}
