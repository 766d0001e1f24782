import type { SignInKind } from '../sign-in/sign-in-kind.js';
import { CredentialsAccountService } from './credentials-account.service.js';
import { CredentialsFlow } from './credentials.flow.js';

/** Sign-in with what `authorize` of the application checks. */
export const credentials: SignInKind = {
  flow: CredentialsFlow,
  accounts: CredentialsAccountService,
};
