import { type CustomDecorator, SetMetadata } from '@nestjs/common';
import { ACCESS, type Access } from './access.js';

/** Admits every request without reading a session. For routes behind a global guard. */
export const Public = (): CustomDecorator<symbol> => SetMetadata(ACCESS, 'public' satisfies Access);
