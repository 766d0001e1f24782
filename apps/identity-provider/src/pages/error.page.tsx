import { renderDocument } from './document.js';

/** Content of the error page. */
export interface ErrorPageProps {
  /** Error code of an OAuth error response, such as `invalid_request`. */
  readonly code: string;
  readonly description: string;
}

/** Renders the page for an error that cannot be sent to the application. */
export function renderErrorPage({ code, description }: ErrorPageProps): string {
  return renderDocument(
    'Unable to continue',
    <>
      <h1>Unable to continue</h1>
      <p>Go back to the application and start again.</p>
      <p class="alert" role="alert">
        {description} <code>{code}</code>
      </p>
    </>,
  );
}
