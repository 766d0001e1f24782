import { InvalidRequest } from '../errors/internal.errors.js';
import type { RequestBody } from '../request/context/auth-request.js';

/** The fields that the sign-in page sends. */
export interface EmailSignInForm {
  /** The address as entered, untrusted; empty if it is missing. */
  readonly email: string;
  /** Identifies a mail to send again, instead of the address; absent if the field is empty. */
  readonly again?: string;
}

/** The fields that the confirm page sends; the application's own page may send the link itself. */
export interface ConfirmForm {
  readonly link?: string;
  readonly email?: string;
  readonly token?: string;
}

/**
 * @throws {InvalidRequest} when a field is not a string: a mailer may read an object as a file
 * @see docs/design/security-bar.md A51
 */
export function parseEmailSignInForm(body: RequestBody | undefined): EmailSignInForm {
  return { email: textOf(body, 'email') ?? '', again: textOf(body, 'again') || undefined };
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
