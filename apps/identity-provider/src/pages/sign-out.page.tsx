import { renderDocument } from './document.js';

/** Content of the sign-out page. */
export interface SignOutPageProps {
  /** HTML from oidc-provider: a form with hidden fields and the id `op.logoutForm`. */
  readonly form: string;
}

/** Renders the page that asks whether to sign out, also in the applications. */
export function renderSignOutPage({ form }: SignOutPageProps): string {
  return renderDocument(
    'Sign out',
    <>
      <h1>Sign out of the demo identity provider?</h1>
      <p>Applications that support back-channel logout sign you out too.</p>
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

/** Renders the page after a sign-out that does not return to an application. */
export function renderSignedOutPage(): string {
  return renderDocument(
    'Signed out',
    <>
      <h1>You are signed out</h1>
      <p>You may close this page.</p>
    </>,
  );
}
