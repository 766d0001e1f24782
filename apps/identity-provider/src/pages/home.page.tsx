import type { DemoAccount } from '../demo-accounts.js';
import { AccountCard } from './account-card.js';
import { renderDocument } from './document.js';

/** Content of the home page. */
export interface HomePageProps {
  readonly issuer: string;
  readonly accounts: readonly DemoAccount[];
}

/** Renders the page at the issuer's URL: the accounts, and links to discovery and sign-out. */
export function renderHomePage({ issuer, accounts }: HomePageProps): string {
  return renderDocument(
    'Accounts',
    <>
      <h1>Demo accounts</h1>
      <p>To sign in, open the application. It redirects you to this provider.</p>
      <ul>
        {accounts.map((account) => (
          <li key={account.sub} class="account">
            <AccountCard account={account} />
          </li>
        ))}
      </ul>
      <p>
        Issuer: <code>{issuer}</code>
        <br />
        <a href={`${issuer}/.well-known/openid-configuration`}>Discovery document</a>
        <br />
        <a href={`${issuer}/session/end`}>Sign out</a>
      </p>
    </>,
  );
}
