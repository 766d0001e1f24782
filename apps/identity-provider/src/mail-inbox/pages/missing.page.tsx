import { renderDocument } from '../../pages/document.js';
import { MAIL } from './inbox-site.js';

/** For an address that leads to no mail: the inbox forgets when it is restarted. */
export function renderMissingPage(): string {
  return renderDocument(
    'Not here',
    <>
      <h1>There is no such mail</h1>
      <p>
        It may have been sent before the last restart. <a href="/">Back to the inbox</a>
      </p>
    </>,
    MAIL,
  );
}
