import { InvalidRequest } from '../errors/internal.errors.js';
import type { RequestBody } from '../exchange/auth-request.js';

/** What the sign-in page sends. */
export interface EmailSignInForm {
  /** As typed, untrusted; empty where it is missing. */
  readonly email: string;
  /** In place of the address: names the mail that is to be sent again. */
  readonly again?: string;
}

/** What the confirm page sends; a page of the application's own may send the link itself. */
export interface ConfirmForm {
  readonly link?: string;
  readonly email?: string;
  readonly token?: string;
}

/**
 * @throws {InvalidRequest} when the field is not a string: a mailer reads an object as a file
 * @see docs/design/security-bar.md A51
 */
export function parseEmailSignInForm(body: RequestBody | undefined): EmailSignInForm {
  return { email: textOf(body, 'email') ?? '', again: textOf(body, 'again') };
}

/** @throws {InvalidRequest} when a field is not a string */
export function parseConfirmForm(body: RequestBody | undefined): ConfirmForm {
  return {
    link: textOf(body, 'link'),
    email: textOf(body, 'email'),
    token: textOf(body, 'token'),
  };
}

function textOf(body: RequestBody | undefined, field: string): string | undefined {
  const value = body?.[field];
  if (value === undefined || typeof value === 'string') return value;
  throw new InvalidRequest(`${field}: expected a string`);
}
