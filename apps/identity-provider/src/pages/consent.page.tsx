import { CancelButton } from './cancel-button.js';
import { renderDocument } from './document.js';

/** Content of the consent page. */
export interface ConsentPageProps {
  readonly clientName: string;
  /** Names of the scopes that the application requested. */
  readonly scopes: readonly string[];
}

const SCOPE_MEANINGS: ReadonlyMap<string, string> = new Map([
  ['openid', 'Know that it is you'],
  ['profile', 'See your name and picture'],
  ['email', 'See your email address'],
  ['offline_access', 'Stay signed in while you are away'],
]);

/** Renders the page for `prompt=consent`: one button, named `consent`, allows every scope. */
export function renderConsentPage({ clientName, scopes }: ConsentPageProps): string {
  return renderDocument(
    'Allow access',
    <>
      <h1>Allow access?</h1>
      <p>
        <strong>{clientName}</strong> would like to
      </p>
      <form method="post">
        <ul class="scopes">
          {scopes.map((scope) => (
            <li key={scope}>{SCOPE_MEANINGS.get(scope) ?? scope}</li>
          ))}
        </ul>
        <button class="primary" type="submit" id="allow" name="consent" value="allow">
          Allow
        </button>
        <CancelButton />
      </form>
    </>,
  );
}
