import type { InteractionResults } from 'oidc-provider';
import type { DemoAccount } from './demo-accounts.js';

/** A submitted page, and the accounts that can be chosen on it. */
export interface SubmittedPage {
  /** Name of the prompt that the page was shown for: `login` or `consent`. */
  readonly prompt: string;
  readonly form: URLSearchParams;
  readonly accounts: readonly DemoAccount[];
}

/**
 * Reads the user's decision from a submitted page.
 * @returns undefined if the form contains no decision, or an account that does not exist
 * @see RFC 6749, section 4.1.2.1 for `access_denied`
 */
export function parseInteractionResult(page: SubmittedPage): InteractionResults | undefined {
  if (page.form.has('cancel')) {
    return { error: 'access_denied', error_description: 'The sign-in was cancelled' };
  }
  if (page.prompt === 'consent') return page.form.has('consent') ? { consent: {} } : undefined;

  const account = page.accounts.find(({ sub }) => sub === page.form.get('account'));
  return account && { login: { accountId: account.sub }, select_account: {} };
}
