import { randomBytes } from 'node:crypto';
import { type AuthConfig, AuthModule, type AuthModuleExtras, Email } from '@authnest/core';
import { type DynamicModule, Module } from '@nestjs/common';
import { deliverTo } from './mailbox/deliver-to.js';
import { MemoryAdapter } from './memory.adapter.js';
import { refuseInProduction } from './refuse-in-production.js';
import { TestMailbox } from './test-mailbox.js';

/** Options in addition to the configuration. */
export interface AuthTestingExtras extends AuthModuleExtras {
  /** Receives the mails; if you have several modules, pass one to each. @default a new mailbox */
  mailbox?: TestMailbox;
}

/**
 * An AuthModule for tests of a part of an application. It keeps users and sessions in memory, has a
 * random secret and no limits, and delivers every mail to the `TestMailbox` that it provides.
 *
 * ```ts
 * await Test.createTestingModule({ imports: [AuthTestingModule.forRoot(), OrdersModule] }).compile();
 * ```
 */
@Module({})
export class AuthTestingModule {
  /**
   * @param config - overrides the defaults; if it has no `providers`, users sign in by mail
   * @throws {Error} if NODE_ENV is production
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
      // A module that imports this one gets its guard and services, even if it is not global.
      exports: [TestMailbox, AuthModule],
    };
  }
}
