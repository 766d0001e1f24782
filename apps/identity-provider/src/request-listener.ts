import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { handleInteraction, type InteractionParts } from './handle-interaction.js';
import { isInteractionPath } from './interaction-path.js';
import { renderErrorPage } from './pages/error.page.js';
import { renderHomePage } from './pages/home.page.js';
import { sendPage } from './send-page.js';
import { serveUserApi, USER_API_PATH } from './user-api.js';

/** Serves the pages and the user API; passes all other requests to oidc-provider. */
export function createRequestListener(parts: InteractionParts): RequestListener {
  const { accounts, provider } = parts;
  const handleProtocol = provider.callback();

  return (request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?');
    if (path === '/') {
      const html = renderHomePage({ issuer: provider.issuer, accounts });
      return sendPage(response, { status: 200, html });
    }
    const handle = ownHandler(path);
    if (!handle) return void handleProtocol(request, response);

    handle(parts, request, response).catch((error: unknown) => {
      reportFailure(error, request, response);
    });
  };
}

function ownHandler(path: string): typeof handleInteraction | undefined {
  if (path === USER_API_PATH) return serveUserApi;
  return isInteractionPath(path) ? handleInteraction : undefined;
}

function reportFailure(error: unknown, request: IncomingMessage, response: ServerResponse): void {
  console.error(`Demo identity provider: ${request.method} ${request.url} failed`, error);
  if (response.headersSent) return void response.destroy();

  const description = 'The page could not be shown.';
  sendPage(response, {
    status: 500,
    html: renderErrorPage({ code: 'server_error', description }),
  });
}
