import type { createParamDecorator } from '@nestjs/common';

/**
 * A decorator of parameters that takes pipes only. The type is that of the installed NestJS: the
 * one of NestJS 12 names types that NestJS 11 does not have.
 */
export type SessionParameter = ReturnType<typeof createParamDecorator<void>>;
