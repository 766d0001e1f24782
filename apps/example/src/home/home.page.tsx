import type { Session } from '@authnest/core';
import { renderLayout, SIGN_IN_URL, SIGN_OUT_URL } from '../pages/layout.js';
import { Moment } from '../pages/moment.js';

/** Shows the session, or how to get one. */
export function renderHomePage(session: Session | null): string {
  const content = session?.user ? <SignedIn session={session} /> : <SignedOut />;
  return renderLayout({ title: 'Home', path: '/', user: session?.user, content });
}

function SignedIn({ session: { user, expires } }: { readonly session: Session }) {
  return (
    <>
      <h1>Hello, {user?.name ?? user?.email ?? 'stranger'}</h1>
      <p class="lead">You are signed in. This is your session:</p>
      <dl>
        <dt>Name</dt>
        <dd>{user?.name ?? 'not told'}</dd>
        <dt>E-mail</dt>
        <dd>{user?.email || 'not told'}</dd>
        <dt>Expires</dt>
        <dd>
          <Moment at={new Date(expires)} />
        </dd>
      </dl>
      <p class="actions">
        <a class="button primary" href="/protected">
          Open the protected page
        </a>
        <a class="button" href={SIGN_OUT_URL}>
          Sign out
        </a>
      </p>
    </>
  );
}

function SignedOut() {
  return (
    <>
      <h1>You are signed out</h1>
      <p class="lead">
        Sign in with the demo provider, by a mailed link, with a passkey or with a password. The
        addresses and accounts are printed in the terminal where the example runs.
      </p>
      <p class="actions">
        <a class="button primary" href={SIGN_IN_URL}>
          Sign in
        </a>
        <a class="button" href="/protected">
          Try the protected page
        </a>
      </p>
    </>
  );
}
