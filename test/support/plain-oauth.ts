import { OAuth, type OAuthConfig } from '@authnest/core';

/** Returns an OAuth 2.0 provider with fixed endpoints: a sign-in starts without a request to it. */
export function plainOAuth(options: Partial<OAuthConfig> = {}): OAuthConfig {
  return OAuth({
    id: 'gh',
    name: 'Git Harbour',
    clientId: 'client-gh',
    clientSecret: 'canary-gh-secret-55ab',
    authorization: 'https://gh.example/authorize',
    token: 'https://gh.example/token',
    userinfo: 'https://gh.example/user',
    checks: ['pkce', 'state'],
    ...options,
  });
}
