import type { AuthConfig } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';

const OAUTH = {
  type: 'oauth',
  clientId: 'client',
  clientSecret: 'canary-client-secret',
  issuer: 'https://idp.invalid',
  authorization: 'https://idp.invalid/authorize',
  token: 'https://idp.invalid/token',
  userinfo: 'https://idp.invalid/userinfo',
  profile: () => ({ id: '1' }),
} as const;

/** Returns a configuration with OAuth, `form_post` and credentials. */
export function siegeConfig(secret: string): AuthConfig {
  return {
    secret,
    trustHost: true,
    adapter: new MemoryAdapter(),
    session: { strategy: 'jwt' },
    // No logging, since it is not part of the measurement.
    logger: { error: () => undefined, warn: () => undefined },
    providers: [
      { ...OAUTH, id: 'idp', name: 'Provider' },
      {
        ...OAUTH,
        id: 'forms',
        name: 'Forms',
        authorization: { url: OAUTH.authorization, params: { response_mode: 'form_post' } },
      },
      {
        id: 'credentials',
        name: 'Credentials',
        type: 'credentials',
        credentials: { username: {}, password: { type: 'password' } },
        authorize: () => null,
      },
    ],
  };
}
