import { renderDocument } from '../../pages/document.js';
import type { Mail } from '../mail.js';
import { MAIL } from './inbox-site.js';

/** Renders the page of one mail: its sender and recipients, its HTML part, and its text. */
export function renderMailPage({ id, from, to, subject, html, text }: Mail): string {
  return renderDocument(
    subject || '(no subject)',
    <>
      <h1>{subject || '(no subject)'}</h1>
      <p>
        From {from}, to {to.join(', ')}
      </p>
      {html && <iframe title="The mail as HTML" src={`/mails/${id}/html`} />}
      {text && (
        <details open={!html}>
          <summary>As text</summary>
          <pre>{text}</pre>
        </details>
      )}
      <p>
        <a href="/">Back to the inbox</a>
      </p>
    </>,
    MAIL,
  );
}
