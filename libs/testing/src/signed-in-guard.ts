import { type Session, setCurrentSession, type User } from '@authnest/core';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { aUser } from './builders.js';
import { refuseInProduction } from './refuse-in-production.js';

/** Later than any test. */
const EXPIRES = '9999-12-31T23:59:59.999Z';

/**
 * A guard that reads no cookies and treats every request as signed in. `@CurrentUser()` returns the
 * given user:
 * `.overrideGuard(SessionGuard).useValue(new SignedInGuard({ name: 'Jane' }))`.
 */
export class SignedInGuard implements CanActivate {
  private readonly session: Session;

  /**
   * @param user - the members that matter to the test; `aUser` provides the others
   * @throws {Error} if `NODE_ENV` is `production`
   */
  constructor(user: User = {}) {
    refuseInProduction('SignedInGuard');
    const { id, name, email, image } = aUser();
    this.session = { user: { id, name, email, image, ...user }, expires: EXPIRES };
  }

  canActivate(context: ExecutionContext): boolean {
    setCurrentSession(context, this.session);
    return true;
  }
}
