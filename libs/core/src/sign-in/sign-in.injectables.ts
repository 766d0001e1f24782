import type { Provider } from '@nestjs/common';
import { AccountLinkService } from './account-link.service.js';
import { AccountService } from './account.service.js';
import { CredentialsAccountService } from './credentials-account.service.js';
import { EmailAccountService } from './email-account.service.js';
import { SIGN_IN_ACCOUNTS, type SignInAccounts } from './sign-in-accounts.port.js';
import { SignInFlowsService } from './sign-in-flows.service.js';
import { SignInService } from './sign-in.service.js';
import { TriedAddressService } from './tried-address.service.js';
import { WebAuthnAccountService } from './webauthn-account.service.js';

/** The services that find or register the user of an account, one for each flow. */
const ACCOUNTS = [
  AccountService,
  CredentialsAccountService,
  EmailAccountService,
  WebAuthnAccountService,
];

const accounts: Provider = {
  provide: SIGN_IN_ACCOUNTS,
  inject: ACCOUNTS,
  useFactory: (...all: SignInAccounts[]) => all,
};

/** The services that all types of sign-in share, and those that find or register users. */
export const SIGN_IN_INJECTABLES: Provider[] = [
  accounts,
  ...ACCOUNTS,
  AccountLinkService,
  SignInFlowsService,
  SignInService,
  TriedAddressService,
];
