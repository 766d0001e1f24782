import { type CustomDecorator, SetMetadata } from '@nestjs/common';
import { ACCESS, type Access } from './access.js';

/** Admits every request, and reads the session of those that have one. */
export const OptionalSession = (): CustomDecorator<symbol> =>
  SetMetadata(ACCESS, 'optional' satisfies Access);
