import { AccountLinkService } from './account-link.service.js';
import { PendingSignInsService } from './pending-sign-ins.service.js';
import { SignInFlowsService } from './sign-in-flows.service.js';
import { SignInService } from './sign-in.service.js';
import { SignInOpeningService } from './sign-in-opening.service.js';
import { TriedAddressService } from './tried-address.service.js';
import { WaysInService } from './ways-in.service.js';

/** The services that all kinds of sign-in share. */
export const SIGN_IN_INJECTABLES = [
  AccountLinkService,
  PendingSignInsService,
  SignInFlowsService,
  SignInOpeningService,
  SignInService,
  TriedAddressService,
  WaysInService,
];
