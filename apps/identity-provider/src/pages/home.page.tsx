import type { DemoAccount } from '../demo-accounts.js';
import { AccountCard } from './account-card.js';
import { renderDocument } from './document.js';

/** What the page needs to know. */
export interface HomePageProps {
  readonly issuer: string;
  readonly accounts: readonly DemoAccount[];
}

/** The page at the issuer's own address: who can sign in here, and where applications look. */
export function renderHomePage({ issuer, accounts }: HomePageProps): string {
  return renderDocument(
    'Accounts',
    <>
      <h1>Demo accounts</h1>
      <p>Start at the application; it leads here to sign you in.</p>
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
