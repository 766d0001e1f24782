import type { SignInKind } from '../sign-in/sign-in-kind.js';
import { WebAuthnAccountService } from './webauthn-account.service.js';
import { WebAuthnFlow } from './webauthn.flow.js';
import { AssertionService } from './assertion.service.js';
import { AttestationService } from './attestation.service.js';
import { DecoyCredentialsService } from './decoy-credentials.service.js';
import { UserHandleService } from './user-handle.service.js';
import { WebAuthnChallengeService } from './webauthn-challenge.service.js';
import { WebAuthnLibraryService } from './webauthn-library.service.js';
import { WebAuthnOptionsService } from './webauthn-options.service.js';
import { WebAuthnUserService } from './webauthn-user.service.js';

/** Sign-in with passkeys. */
export const webauthn: SignInKind = {
  flow: WebAuthnFlow,
  accounts: WebAuthnAccountService,
  providers: [
    AssertionService,
    AttestationService,
    DecoyCredentialsService,
    UserHandleService,
    WebAuthnChallengeService,
    WebAuthnLibraryService,
    WebAuthnOptionsService,
    WebAuthnUserService,
  ],
};
