import type { Site } from '../../pages/document.js';

/** The pages of a mail. */
export const MAIL: Site = {
  name: 'Development inbox',
  note: 'For development only: nothing is delivered, and a restart forgets everything.',
  glyph: 'envelope',
};

/** The list, which reloads every few seconds. */
export const INBOX: Site = { ...MAIL, refreshSeconds: 4 };
