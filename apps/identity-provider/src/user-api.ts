import type { IncomingMessage, ServerResponse } from 'node:http';
import type { InteractionParts } from './handle-interaction.js';

/** The path of {@link serveUserApi} below the issuer. */
export const USER_API_PATH = '/api/user';

/**
 * Returns the user of an access token, in the format of a service's own API: a plain OAuth 2.0
 * provider has it instead of an ID token and the userinfo endpoint. The id is a number, as in many.
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
