import type { Session, User } from '@authnest/core';
import { SIGN_IN_URL, SIGN_OUT_URL } from '../pages/layout.js';
import { Moment } from '../pages/moment.js';

interface SignedInProps {
  readonly session: Session;
  readonly user: User;
}

/** Details of the session, and links to use or end it. */
export function SignedIn({ session, user }: SignedInProps) {
  const { name, email } = user;
  return (
    <section class="card">
      <p class="status in">You are signed in</p>
      <h1>Hello, {name ?? email ?? 'stranger'}</h1>
      <dl>
        <dt>Name</dt>
        <dd>{name ?? 'unknown'}</dd>
        <dt>Email</dt>
        <dd>{email || 'unknown'}</dd>
        <dt>Session ends</dt>
        <dd>
          <Moment at={new Date(session.expires)} />, unless you use the application before then
        </dd>
      </dl>
      <p class="actions">
        <a class="button primary" href="/protected">
          Open the protected page
        </a>
        <a class="button" href={SIGN_IN_URL}>
          Link another account
        </a>
        <a class="button" href={SIGN_OUT_URL}>
          Sign out
        </a>
      </p>
    </section>
  );
}
