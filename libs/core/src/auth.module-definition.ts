import { ConfigurableModuleBuilder } from '@nestjs/common';
import type { AuthConfigInput } from './options/auth-config.js';
import { AUTH_CONFIG_INPUT } from './config/auth-config.token.js';

/** Options beside the configuration, which Nest must know before any factory runs. */
export interface AuthModuleExtras {
  /** Where the endpoints are mounted, below a global prefix. @default '/auth' */
  basePath?: string;
  /**
   * Name of this AuthModule where an application has several: part of its cookie names and keys.
   * 1 to 32 letters, digits, `-` and `_`. @default none for the first one, else the mount path
   */
  name?: string;
  /** Whether guard and services can be injected without importing the module. @default true */
  isGlobal?: boolean;
}

export const { ConfigurableModuleClass, ASYNC_OPTIONS_TYPE } =
  new ConfigurableModuleBuilder<AuthConfigInput>({ optionsInjectionToken: AUTH_CONFIG_INPUT })
    .setClassMethodName('forRoot')
    .setFactoryMethodName('createAuthConfig')
    .build();
