import type { DemoAccount } from '../demo-accounts.js';
import { AccountCard } from './account-card.js';
import { CancelButton } from './cancel-button.js';
import { renderDocument } from './document.js';

/** Content of the sign-in page. */
export interface ChooseAccountPageProps {
  readonly accounts: readonly DemoAccount[];
  readonly clientName: string;
  /** Message above the accounts, for example after an invalid choice. */
  readonly alert?: string;
}

/**
 * Renders the sign-in page: one button per account, with the name `account` and the `sub` as value.
 * The form is submitted to the URL of the page.
 */
export function renderChooseAccountPage(props: ChooseAccountPageProps): string {
  return renderDocument(
    'Sign in',
    <>
      <h1>Choose an account</h1>
      <p>
        to continue to <strong>{props.clientName}</strong>
      </p>
      {props.alert && (
        <p class="alert" role="alert">
          {props.alert}
        </p>
      )}
      <form method="post">
        <ul>
          {props.accounts.map((account) => (
            <li key={account.sub}>
              <AccountButton account={account} />
            </li>
          ))}
        </ul>
        <CancelButton />
      </form>
    </>,
  );
}

function AccountButton({ account }: { readonly account: DemoAccount }) {
  return (
    <button class="account" type="submit" name="account" value={account.sub}>
      <AccountCard account={account} />
      <span class="arrow" aria-hidden="true">
        →
      </span>
    </button>
  );
}
