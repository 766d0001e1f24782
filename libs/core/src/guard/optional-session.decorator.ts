import { type CustomDecorator, SetMetadata } from '@nestjs/common';
import { ACCESS, type Access } from './access.js';

/** Admits every request, and reads its session if there is one. */
export const OptionalSession = (): CustomDecorator<symbol> =>
  SetMetadata(ACCESS, 'optional' satisfies Access);
