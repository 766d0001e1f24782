import { type CustomDecorator, SetMetadata } from '@nestjs/common';
import { REDIRECT_TO_SIGN_IN } from './access.js';

/**
 * Redirects a browser that opens the page without a session to the sign-in page. After the sign-in,
 * it returns to the page. API clients still receive 401.
 * @see docs/design/wire-contract.md 8.3
 */
export const RedirectToSignIn = (): CustomDecorator<symbol> =>
  SetMetadata(REDIRECT_TO_SIGN_IN, true);
