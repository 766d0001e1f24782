import { type CustomDecorator, SetMetadata } from '@nestjs/common';
import { ACCESS, type Access } from './access.js';

/** Lets everybody in, and reads the session of those who have one. */
export const OptionalSession = (): CustomDecorator<symbol> =>
  SetMetadata(ACCESS, 'optional' satisfies Access);
