import { ConfigurableModuleBuilder } from '@nestjs/common';
import type { AuthFeature } from './feature-port/auth-feature.js';
import type { AuthConfigInput } from './config/options/auth-config.js';
import { AUTH_CONFIG_INPUT } from './config/auth-config.token.js';

/** Options outside the configuration: Nest needs them before any factory runs. */
export interface AuthModuleExtras {
  /** Path at which the endpoints are mounted, below any global prefix. @default '/auth' */
  basePath?: string;
  /**
   * Name of this AuthModule if an application has several; it is part of cookie names and keys.
   * 1 to 32 letters, digits, `-` and `_`, starting with a letter or digit.
   * @default none for the module at `/auth`, else for the first unnamed one; for the others, a name
   * derived from the mount path
   */
  name?: string;
  /**
   * What packages, or the application, add to sign-in; their slots run in this order.
   * @default none
   */
  features?: readonly AuthFeature[];
  /** Whether the guard and services can be injected without an import. @default true */
  isGlobal?: boolean;
  /** Whether `AuthContext.current()` returns the session in any service. @default false */
  context?: boolean;
}

export const { ConfigurableModuleClass, ASYNC_OPTIONS_TYPE } =
  new ConfigurableModuleBuilder<AuthConfigInput>({ optionsInjectionToken: AUTH_CONFIG_INPUT })
    .setClassMethodName('forRoot')
    .setFactoryMethodName('createAuthConfig')
    .build();
