import { renderDocument } from '../../pages/document.js';
import { MAIL } from './inbox-site.js';

/** Renders the page for a URL without a mail. A restart, for example, deletes all mails. */
export function renderMissingPage(): string {
  return renderDocument(
    'Mail not found',
    <>
      <h1>Mail not found</h1>
      <p>
        It may have been sent before the last restart. <a href="/">Back to the inbox</a>
      </p>
    </>,
    MAIL,
  );
}
