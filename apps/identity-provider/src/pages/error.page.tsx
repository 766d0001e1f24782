import { renderDocument } from './document.js';

/** What the page needs to know. */
export interface ErrorPageProps {
  /** As in an OAuth error answer, such as `invalid_request`. */
  readonly code: string;
  readonly description: string;
}

/** The page of an error that cannot be handed to the application. */
export function renderErrorPage({ code, description }: ErrorPageProps): string {
  return renderDocument(
    'Cannot continue',
    <>
      <h1>This cannot continue</h1>
      <p>Go back to the application and start again.</p>
      <p class="alert" role="alert">
        {description} <code>{code}</code>
      </p>
    </>,
  );
}
