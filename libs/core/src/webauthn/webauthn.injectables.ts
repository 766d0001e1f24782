import { AssertionService } from './assertion.service.js';
import { AttestationService } from './attestation.service.js';
import { DecoyCredentialsService } from './decoy-credentials.service.js';
import { UserHandleService } from './user-handle.service.js';
import { WebAuthnChallengeService } from './webauthn-challenge.service.js';
import { WebAuthnLibraryService } from './webauthn-library.service.js';
import { WebAuthnOptionsService } from './webauthn-options.service.js';
import { WebAuthnUserService } from './webauthn-user.service.js';

/** Services for passkeys. */
export const WEBAUTHN_INJECTABLES = [
  AssertionService,
  AttestationService,
  DecoyCredentialsService,
  UserHandleService,
  WebAuthnChallengeService,
  WebAuthnLibraryService,
  WebAuthnOptionsService,
  WebAuthnUserService,
];
