import { AuthError } from '../../errors/auth.error.js';
import { isPromiseLike } from '../../model/maybe-promise.js';
import { fitsCookies } from './cookie-chunks.js';
import type {
  PresentedSession,
  SessionCarrier,
  SessionCookieForm,
} from './session-carrier.port.js';
import { NOTHING } from './session-cookie-forms.js';

/**
 * A token that a client sends by itself, in place of a cookie. It keeps what it has: nothing is
 * written, and nothing is taken away from it.
 */
export class TokenCarrier implements SessionCarrier {
  private presented: PresentedSession | undefined;

  /** @param token - returns the token; what it returns comes from a client, and is not trusted */
  constructor(private readonly token: () => unknown) {}

  present(): PresentedSession {
    return (this.presented ??= presentedBy(this.token()));
  }

  presentAll(): readonly SessionCookieForm[] {
    return this.present().forms;
  }

  fits(value: string): boolean {
    return fitsCookies(value);
  }

  write(): void {}

  clear(): void {}

  clearFormer(): void {}
}

/** The place of a token, where cookies have their names. */
const NAMES = ['token'];

/** @throws {AuthError} for a promise, which a function of the application returned by mistake */
function presentedBy(token: unknown): PresentedSession {
  if (isPromiseLike(token)) {
    // It may be rejected, which would end the process.
    void token.then(undefined, () => undefined);
    throw new AuthError('rpc.token: expected a string or undefined, got a promise');
  }
  if (typeof token !== 'string' || token === '' || !fitsCookies(token)) return NOTHING;
  return {
    forms: [{ value: token, names: NAMES, isWhole: true }],
    names: NAMES,
    isRepeated: false,
  };
}
