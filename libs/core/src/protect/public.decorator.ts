import { type CustomDecorator, SetMetadata } from '@nestjs/common';
import { ACCESS, type Access } from './access.js';

/** Admits every request, and reads no session. For handlers and classes behind a global guard. */
export const Public = (): CustomDecorator<symbol> => SetMetadata(ACCESS, 'public' satisfies Access);
