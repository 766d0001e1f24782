import { renderDocument } from '../../pages/document.js';
import type { Mail } from '../mail.js';
import { INBOX } from './inbox-site.js';

/** Renders the list of mails, newest first; it reloads to show new mails. */
export function renderInboxPage(mails: readonly Mail[]): string {
  return renderDocument(
    'Inbox',
    <>
      <h1>Inbox</h1>
      {mails.length === 0 ? <Empty /> : <List mails={mails} />}
    </>,
    INBOX,
  );
}

function Empty() {
  return (
    <p>
      No mail yet. Request a sign-in link in the application. Mails to every address arrive here.
    </p>
  );
}

function List({ mails }: { readonly mails: readonly Mail[] }) {
  return (
    <ul>
      {mails.map(({ id, subject, to, received }) => (
        <li key={id}>
          <a class="account mail" href={`/mails/${id}`}>
            <span class="person">
              <span class="name">{subject || '(no subject)'}</span>
              <span class="email">to {to.join(', ')}</span>
            </span>
            <time class="arrow" datetime={received.toISOString()}>
              {received.toISOString().slice(11, 19)}
            </time>
          </a>
        </li>
      ))}
    </ul>
  );
}
