import { type CustomDecorator, SetMetadata } from '@nestjs/common';
import { REDIRECT_TO_SIGN_IN } from './access.js';

/**
 * Sends a browser that opens the page without a session to the sign-in page, and back afterwards.
 * Callers of an API get 401 all the same.
 * @see docs/design/wire-contract.md 8.3
 */
export const RedirectToSignIn = (): CustomDecorator<symbol> =>
  SetMetadata(REDIRECT_TO_SIGN_IN, true);
