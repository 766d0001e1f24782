import { MissingAdapter } from '../errors/configuration.errors.js';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import { requestUrl } from '../request/redirects/request-urls.js';
import type { SessionContext } from '../request/context/session-context.js';
import type { ResolvedWebAuthnProvider } from '../provider/resolved-provider.js';
import type { WebAuthnCallOptions, WebAuthnCallRequest } from '../provider/webauthn-provider.js';

/** Returns the adapter that stores the passkeys. @throws {MissingAdapter} if there is none */
export function adapterOf({ config }: SessionContext): CompleteAdapter {
  if (!config.adapter) throw new MissingAdapter('adapter: is required for passkeys');
  return config.adapter;
}

/** Returns the arguments for the application's functions. @see docs/design/wire-contract.md 12.2 */
export function callOptions(
  ctx: SessionContext,
  { config: provider }: ResolvedWebAuthnProvider,
): readonly [WebAuthnCallOptions, WebAuthnCallRequest] {
  const { method, headers, query, body } = ctx.request;
  const url = requestUrl(ctx);
  return [
    { url, provider, adapter: adapterOf(ctx) },
    { method, url, query, headers, ...(body && { body }) },
  ];
}
