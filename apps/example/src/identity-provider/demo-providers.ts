import { OAuth, type OAuthConfig, OIDC, type OIDCConfig } from '@authnest/core';

/** A user, as returned by the demo provider's API. */
interface DemoUser {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

/** The key symbol from the provider's own pages. */
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><rect width="28" height="28" rx="8" fill="#0b6b5d"/><path d="M14 14h8M19 14v3.500M14 14a3.500 3.500 0 1 1-7 0a3.500 3.500 0 1 1 7 0" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round"/></svg>`;

const style = { brandColor: '#0b6b5d', logo: `data:image/svg+xml,${encodeURIComponent(LOGO)}` };

/**
 * Configures one identity provider in three ways: OpenID Connect, which needs three variables
 * (AUTH_DEMO_ISSUER, AUTH_DEMO_ID, AUTH_DEMO_SECRET); the same with the response posted by a form;
 * and plain OAuth 2.0, which needs the endpoints and a function for the profile.
 */
export function demoProviders(env: NodeJS.ProcessEnv = process.env) {
  const { AUTH_DEMO_ISSUER: issuer, AUTH_DEMO_ID: clientId } = env;
  const client = { clientId, clientSecret: env['AUTH_DEMO_SECRET'] };
  const demo: OIDCConfig = OIDC({
    id: 'demo',
    name: 'Demo provider',
    style,
    // Sends no ID token as a hint: the demo provider could not verify it after a restart.
    logout: { hint: 'none' },
    backchannelLogout: true,
  });
  const posted: OIDCConfig = OIDC({
    id: 'posted',
    name: 'Demo provider (form post)',
    issuer,
    style,
    ...client,
    authorization: { params: { response_mode: 'form_post' } },
  });
  const plain: OAuthConfig<DemoUser> = OAuth<DemoUser>({
    id: 'plain',
    name: 'Demo provider (OAuth 2.0)',
    style,
    ...client,
    authorization: { url: `${issuer}/auth`, params: { scope: 'profile email' } },
    token: `${issuer}/token`,
    userinfo: `${issuer}/api/user`,
    profile: ({ id, name, email }) => ({ id: `${id}`, name, email }),
  });
  return [demo, posted, plain];
}
