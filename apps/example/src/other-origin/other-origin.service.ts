import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { ICON } from '../pages/icon.js';
import { pageHeaders } from '../pages/page-headers.js';
import { STYLESHEET } from '../pages/stylesheet.js';
import { bundlePage } from './bundle-page.js';
import { renderOtherOriginPage } from './other-origin.page.js';

/** Serves a React page, which calls the API of the example from another port. */
@Injectable()
export class OtherOriginService implements OnApplicationBootstrap, OnApplicationShutdown {
  private server?: Server;

  /** @throws if its port is in use */
  async onApplicationBootstrap(): Promise<void> {
    const { AUTH_URL: api = '', PAGES_URL = '' } = process.env;
    const headers = pageHeaders({ 'script-src': "'self'", 'connect-src': api });
    const files = new Map<string, [type: string, content: string]>([
      ['/page.js', ['text/javascript', await bundlePage()]],
      ['/style.css', ['text/css', STYLESHEET]],
      ['/icon.svg', ['image/svg+xml', ICON]],
    ]);
    const page = renderOtherOriginPage(api);
    this.server = createServer((request, response) => {
      const [type, content] = files.get(request.url ?? '') ?? ['text/html', page];
      for (const [name, value] of headers) response.setHeader(name, value);
      response.setHeader('Content-Type', `${type}; charset=utf-8`).end(content);
    });
    this.server.listen(Number(new URL(PAGES_URL).port), '127.0.0.1');
    await once(this.server, 'listening');
  }

  async onApplicationShutdown(): Promise<void> {
    this.server?.close();
    this.server?.closeAllConnections();
  }
}
