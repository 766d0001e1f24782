/**
 * The types of core that code written for Auth.js imports, under the same names, and the record
 * that `raw` returns.
 * @see docs/design/wire-contract.md 16.1, 16.2
 */
export const SPECIFIED_TYPES: readonly string[] = [
  'Account',
  'Adapter',
  'AdapterAccount',
  'AdapterAccountType',
  'AdapterAuthenticator',
  'AdapterSession',
  'AdapterUser',
  'AuthAction',
  'AuthConfig',
  'Authenticator',
  'CookiesOptions',
  'DefaultJWT',
  'DefaultSession',
  'InternalResponse',
  'JWT',
  'JWTOptions',
  'LoggerInstance',
  'OAuthConfig',
  'OIDCConfig',
  'PagesOptions',
  'Profile',
  'Provider',
  'ProviderType',
  'PublicProvider',
  'SemverString',
  'Session',
  'Theme',
  'TokenSet',
  'User',
  'VerificationToken',
];
