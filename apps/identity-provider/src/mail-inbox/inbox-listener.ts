import type { RequestListener, ServerResponse } from 'node:http';
import { pageHeaders } from '../page-headers.js';
import { sendPage } from '../send-page.js';
import { renderInboxPage } from './pages/inbox.page.js';
import { renderMailPage } from './pages/mail.page.js';
import { renderMissingPage } from './pages/missing.page.js';
import type { MailBox } from './mail-box.js';
import type { Mail } from './mail.js';

const MAIL_PATH = /^\/mails\/(\d{1,9})(\/html)?$/;

/** Serves the list of mails at `/`, a mail at `/mails/1`, and its HTML part at `/mails/1/html`. */
export function createInboxListener(box: MailBox): RequestListener {
  return (request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?');
    if (path === '/') return sendPage(response, { status: 200, html: renderInboxPage(box.mails) });
    const [, id, part] = MAIL_PATH.exec(path) ?? [];
    const mail = id === undefined ? undefined : box.find(Number(id));
    if (!mail) return sendPage(response, { status: 404, html: renderMissingPage() });
    if (part !== undefined) return sendHtmlPart(response, mail);
    const headers = { ...pageHeaders(), 'Content-Security-Policy': withFrames() };
    response.writeHead(200, headers);
    response.end(renderMailPage(mail));
  };
}

/** Allows frames, since the page of a mail shows its HTML part in one. */
function withFrames(): string {
  return `${pageHeaders()['Content-Security-Policy']}; frame-src 'self'`;
}

/** Sends the untrusted HTML of a mail: styles apply, scripts do not run, links leave the frame. */
function sendHtmlPart(response: ServerResponse, { html = '' }: Mail): void {
  response.writeHead(200, {
    ...pageHeaders(),
    'Content-Security-Policy': [
      `default-src 'none'`,
      `style-src 'unsafe-inline'`,
      `img-src data: https:`,
      `frame-ancestors 'self'`,
      `sandbox allow-top-navigation-by-user-activation allow-popups allow-popups-to-escape-sandbox`,
    ].join('; '),
    'X-Frame-Options': 'SAMEORIGIN',
  });
  response.end(`<!doctype html><base target="_top">${html}`);
}
