import { type AuthConfig, Credentials, Email, OIDC, Passkey, type Provider } from '@authnest/core';
import {
  Apple,
  Auth0,
  Discord,
  Facebook,
  GitHub,
  GitLab,
  Google,
  Keycloak,
  MicrosoftEntraID,
  Okta,
  Spotify,
} from '@authnest/providers';
import { MemoryAdapter } from '@authnest/testing';

/** A page to review. */
export interface Variant {
  readonly name: string;
  /** Path of the page, relative to the mount path. */
  readonly page: string;
  readonly config: Partial<AuthConfig>;
}

const client = { clientId: 'looks', clientSecret: 'looks' };
const issuer = 'https://id.example';

const TWELVE: Provider[] = [
  Google(client),
  Apple(client),
  MicrosoftEntraID(client),
  GitHub(client),
  GitLab(client),
  Facebook(client),
  Discord(client),
  Spotify(client),
  Auth0({ ...client, issuer }),
  Okta({ ...client, issuer }),
  Keycloak({ ...client, issuer }),
  OIDC({ id: 'company', name: 'Hofmann & Partner Steuerberatung', issuer, ...client }),
];

const mail = Email({ from: 'us@example.com', sendVerificationRequest: () => undefined });
const password = Credentials({
  credentials: { email: { type: 'email' }, password: { type: 'password' } },
  authorize: () => null,
});
const staff = Credentials({
  id: 'staff',
  name: 'staff number',
  credentials: { number: { label: 'Staff number' }, pin: { label: 'PIN', type: 'password' } },
  authorize: () => null,
});

const LOGO =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 120 32%22%3E%3Crect width=%2232%22 height=%2232%22 rx=%228%22 fill=%22%230f766e%22/%3E%3Ctext x=%2242%22 y=%2223%22 font-family=%22sans-serif%22 font-size=%2220%22 font-weight=%22700%22 fill=%22%230f766e%22%3Eshop%3C/text%3E%3C/svg%3E';

const links = {
  forgotPassword: '/forgot',
  createAccount: '/join',
  terms: '/terms',
  privacy: '/privacy',
};

const everything = [mail, Passkey(), password, ...TWELVE.slice(0, 4)];

const ERRORS = [
  'AccessDenied',
  'Configuration',
  'Verification',
  'CredentialsSignin',
  'EmailSignin',
  'OAuthAccountNotLinked',
  'MissingCSRF',
  'RateLimited&retryAfter=90',
  'SessionRequired',
  'OAuthCallbackError&code=access_denied',
  'WebAuthnVerificationError',
];

/** The pages to review. */
export const VARIANTS: readonly Variant[] = [
  signIn('none', []),
  ...[1, 3, 5, 12].map((count) => signIn(`providers-${count}`, TWELVE.slice(0, count))),
  signIn('mail', [mail]),
  signIn('password-only', [password], { name: 'Shop', links }),
  signIn('passkey', [Passkey()], { name: 'Shop' }),
  signIn('mail-passkey', [mail, Passkey()]),
  signIn('mail-and-providers', [mail, ...TWELVE.slice(0, 3)]),
  signIn('everything', everything, { name: 'Shop', links }),
  signIn('two-passwords', [staff, password], { name: 'Shop', links }),
  signIn('brand', everything, { name: 'Shop', theme: { brandColor: '#0f766e', logo: LOGO } }),
  ...ERRORS.map((error) => ({
    ...signIn(`error-${error.replace(/&.*/, '')}`, everything, { name: 'Shop', links }),
    page: `signin?error=${error}`,
  })),
  ...ERRORS.slice(0, 3).map((error) => page(`error-${error}`, `error?error=${error}`)),
  page('verify-request', 'verify-request?provider=email&type=email'),
  page('not-found', 'nothing'),
  page('signed-out', 'signout'),
];

function signIn(name: string, providers: Provider[], config: Partial<AuthConfig> = {}): Variant {
  return { name: `sign-in-${name}`, page: 'signin', config: { ...config, providers } };
}

function page(name: string, path: string): Variant {
  return { name, page: path, config: { name: 'Shop', providers: everything } };
}

/** Returns the configuration that all variants share. */
export function baseConfig(): AuthConfig {
  return {
    secret: 'looks-0123456789-0123456789-0123456789',
    trustHost: true,
    adapter: new MemoryAdapter(),
    session: { strategy: 'jwt' },
    experimental: { enableWebAuthn: true },
    logger: { error: () => undefined, warn: () => undefined, debug: () => undefined },
    providers: [],
  };
}
