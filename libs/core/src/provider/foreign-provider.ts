import type { CredentialsConfig } from './credentials-provider.js';
import type { EmailConfig } from './email-provider.js';
import type { WebAuthnConfig } from './webauthn-provider.js';

/**
 * A provider object of Auth.js whose declared types differ from ours, though its values do not:
 * functions that receive less, attributes of inputs that only a client framework has. Such a member
 * is `object` here, which keeps the types of our own functions and their parameters as they are.
 */
export type ForeignProvider = ForeignEmail | ForeignCredentials | ForeignWebAuthn;

type ForeignEmail = Omit<EmailConfig, 'sendVerificationRequest' | 'server' | 'options'> & {
  sendVerificationRequest: object;
  server?: unknown;
  options?: object;
};

type ForeignCredentials = Omit<CredentialsConfig, 'credentials' | 'options'> & {
  credentials: object;
  options?: object;
};

type ForeignWebAuthn = Omit<
  WebAuthnConfig,
  | 'formFields'
  | 'getUserInfo'
  | 'getRelayingParty'
  | 'authenticationOptions'
  | 'registrationOptions'
  | 'options'
> & {
  formFields: object;
  getUserInfo: object;
  getRelayingParty: object;
  authenticationOptions?: object;
  registrationOptions?: object;
  options?: object;
};
