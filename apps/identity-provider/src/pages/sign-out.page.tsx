import { renderDocument } from './document.js';

/** What the page needs to know. */
export interface SignOutPageProps {
  /** HTML of oidc-provider: a form of hidden fields, whose id is `op.logoutForm`. */
  readonly form: string;
}

/** The page that asks before the session here ends, in every application that takes part. */
export function renderSignOutPage({ form }: SignOutPageProps): string {
  return renderDocument(
    'Sign out',
    <>
      <h1>Sign out here as well?</h1>
      <p>Applications that take part sign you out too.</p>
      <div dangerouslySetInnerHTML={{ __html: form }} />
      <button class="primary" type="submit" form="op.logoutForm" name="logout" value="yes">
        Sign out
      </button>
      <button class="secondary" type="submit" form="op.logoutForm">
        Stay signed in
      </button>
    </>,
  );
}

/** The page after a sign-out that no application is waiting for. */
export function renderSignedOutPage(): string {
  return renderDocument(
    'Signed out',
    <>
      <h1>You are signed out</h1>
      <p>You may close this page.</p>
    </>,
  );
}
