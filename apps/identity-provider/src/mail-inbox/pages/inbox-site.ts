import type { Site } from '../../pages/document.js';

/** Settings shared by the pages that show a mail. */
export const MAIL: Site = {
  name: 'Development inbox',
  note: 'For development only: mails are not delivered, and a restart deletes them.',
  glyph: 'envelope',
};

/** Settings of the list of mails, which reloads every few seconds. */
export const INBOX: Site = { ...MAIL, refreshSeconds: 4 };
