import type { ServerResponse } from 'node:http';
import { pageHeaders } from './page-headers.js';

/** A page to send. */
export interface PageResponse {
  readonly status: number;
  readonly html: string;
  /** The final target of the page's form, see {@link pageHeaders}. */
  readonly redirectUri?: string;
}

/** Sends a page with its security headers. */
export function sendPage(response: ServerResponse, page: PageResponse): void {
  response.writeHead(page.status, pageHeaders(page.redirectUri));
  response.end(page.html);
}
