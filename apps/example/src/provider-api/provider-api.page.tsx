import type { ProviderGrant, User } from '@authnest/core';
import { Code } from '../pages/code.js';
import { renderLayout, SIGN_IN_URL } from '../pages/layout.js';
import { Moment } from '../pages/moment.js';
import { providerName } from '../pages/provider-name.js';

/** Content of the page of the provider's API. */
export interface ProviderApiPageProps {
  readonly user: User;
  readonly grants: readonly ProviderGrant[];
  /** Response of the API; null if there is no token to call it with. */
  readonly response: unknown;
}

/** Renders the response of the demo provider's API, and the grants of the user. */
export function renderProviderApiPage({ user, grants, response }: ProviderApiPageProps): string {
  return renderLayout({
    title: "The provider's API",
    path: '/provider-api',
    user,
    content: (
      <section class="card">
        <h1>The provider's API</h1>
        {response === null ? (
          <p class="lead">
            There is no token for the demo provider. <a href={SIGN_IN_URL}>Sign in</a> with “Demo
            provider”, and come back.
          </p>
        ) : (
          <>
            <p class="lead">
              The application called the API of the demo provider with the token of your sign-in.
              The token is valid for two minutes; reload the page, and the application refreshes it
              when necessary.
            </p>
            <Code lines={JSON.stringify(response, null, 2).split('\n')} />
          </>
        )}
        <ol>
          {grants.map((grant) => (
            <Grant key={`${grant.provider} ${grant.providerAccountId}`} grant={grant} />
          ))}
        </ol>
      </section>
    ),
  });
}

const STATES = {
  usable: 'usable',
  due: 'refreshed at its next use',
  refused: 'no longer valid: sign in again',
  none: 'none',
} as const satisfies Record<ProviderGrant['state'], string>;

function Grant({
  grant: { provider, scopes, state, expiresAt },
}: {
  readonly grant: ProviderGrant;
}) {
  return (
    <li>
      <span>
        {providerName(provider)}: token {STATES[state]}
        {scopes.length > 0 && `, for ${scopes.join(', ')}`}
        {expiresAt && (
          <>
            , until <Moment at={expiresAt} />
          </>
        )}
      </span>
    </li>
  );
}
