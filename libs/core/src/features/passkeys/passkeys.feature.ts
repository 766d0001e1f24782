import type { AuthFeature } from '../../feature-port/auth-feature.js';
import { PasskeysService } from './passkeys.service.js';
import { WebAuthnService } from './webauthn.service.js';

/** Users see, name and remove their passkeys. */
export const passkeys: AuthFeature = {
  name: 'passkeys',
  providers: [PasskeysService],
  exports: [WebAuthnService],
};
