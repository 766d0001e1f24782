import { randomBytes } from 'node:crypto';
import type { IdentityProviderClient } from '../../apps/identity-provider/src/index.js';

/** Returns the client that all instances of the example share at the identity provider. */
export function clientAt(origin: string) {
  const at = (path: string): string => new URL(`/auth/${path}`, origin).href;
  return {
    client_id: 'example',
    client_name: 'Authnest example',
    client_secret: randomBytes(32).toString('base64url'),
    redirect_uris: ['demo', 'posted', 'plain'].map((id) => at(`callback/${id}`)),
    grant_types: ['authorization_code', 'refresh_token'],
    post_logout_redirect_uris: [at('signed-out')],
    backchannel_logout_uri: at('backchannel-logout/demo'),
    backchannel_logout_session_required: true,
  } satisfies IdentityProviderClient;
}
