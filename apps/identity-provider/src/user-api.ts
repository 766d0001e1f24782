import type { IncomingMessage, ServerResponse } from 'node:http';
import type { InteractionParts } from './handle-interaction.js';

/** Path of {@link serveUserApi}, relative to the issuer. */
export const USER_API_PATH = '/api/user';

/**
 * Responds with the user of an access token, in a custom format. Plain OAuth 2.0 providers have
 * such an API instead of an ID token and a userinfo endpoint. As in many of them, ids are numbers.
 * @see RFC 6750 sections 2.1 and 3
 */
export async function serveUserApi(
  { accounts, provider }: InteractionParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, value = ''] = /^Bearer ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const token = await provider.AccessToken.find(value);
  const at = accounts.findIndex(({ sub }) => sub === token?.accountId);
  const account = accounts[at];
  if (!token?.isValid || !account) {
    response.writeHead(401, { 'WWW-Authenticate': 'Bearer error="invalid_token"' }).end();
    return;
  }
  const { name, email, picture } = account;
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  });
  response.end(JSON.stringify({ id: at + 1, name, email, avatar_url: picture }));
}
