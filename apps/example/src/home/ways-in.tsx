import { DEMO_ACCOUNTS } from '../../../identity-provider/src/index.js';
import { DEMO_USERS } from '../users/demo-users.js';

/** Every way to sign in, with the accounts that can be used. */
export function WaysIn({ inbox }: { readonly inbox?: string }) {
  return (
    <section>
      <h2>Four ways in</h2>
      <div class="cards">
        <article>
          <h3>With a provider</h3>
          <p>
            Choose an account of the demo provider:{' '}
            {DEMO_ACCOUNTS.map(({ name }) => name).join(', ')}. It needs no password, and supports
            OpenID Connect and OAuth 2.0.
          </p>
        </article>
        <article>
          <h3>By an emailed link</h3>
          <p>
            Any address will do. The mail arrives in the{' '}
            {inbox ? <a href={inbox}>inbox on this machine</a> : 'inbox'}, and nowhere else.
          </p>
        </article>
        <article>
          <h3>With a password</h3>
          <dl class="accounts">
            {DEMO_USERS.map(({ email, password }) => (
              <div key={email}>
                <dt>{email}</dt>
                <dd>
                  <code>{password}</code>
                </dd>
              </div>
            ))}
          </dl>
          <p>
            Or <a href="/auth/password/register">create an account</a>; its mail is in the inbox
            too.
          </p>
        </article>
        <article>
          <h3>With a passkey</h3>
          <p>
            Create one on the sign-in page, or add one when you are signed in. From then on, your
            fingerprint, your face or the screen lock of your device signs you in.
          </p>
        </article>
      </div>
    </section>
  );
}
