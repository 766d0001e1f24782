import { definedOnly } from '../model/defined-only.js';
import type { ResolvedWebAuthnProvider } from './resolved-provider.js';
import type { WebAuthnConfig } from './webauthn-provider.js';

/** EdDSA, ES256, RS256. @see RFC 9053 */
const ALGORITHMS: readonly number[] = [-8, -7, -257];
const TIMEOUT_MS = 300_000;

/**
 * Completes a WebAuthn provider that has passed its checks.
 * @see docs/design/wire-contract.md 7.5, 12.2
 */
export function resolveWebAuthnProvider(config: WebAuthnConfig): ResolvedWebAuthnProvider {
  const { authenticationOptions: authenticate = {}, registrationOptions: register = {} } = config;
  const { authenticatorSelection: selection = {} } = register;
  const residentKey =
    selection.residentKey ?? (selection.requireResidentKey ? 'required' : 'preferred');
  const verification = {
    asked: authenticate.userVerification ?? 'preferred',
    made: selection.userVerification ?? 'preferred',
  };
  return {
    id: config.id,
    name: config.name ?? config.id,
    type: 'webauthn',
    autofill: config.enableConditionalUI ?? true,
    formFields: config.formFields === false ? undefined : definedOnly(config.formFields),
    inferAction: config.inferAction ?? false,
    authentication: {
      timeoutMs: authenticate.timeout ?? TIMEOUT_MS,
      userVerification: verification.asked,
      extensions: authenticate.extensions,
      requireUserVerification:
        config.verifyAuthenticationOptions?.requireUserVerification ??
        verification.asked === 'required',
    },
    registration: {
      timeoutMs: register.timeout ?? TIMEOUT_MS,
      authenticatorSelection: {
        ...(selection.authenticatorAttachment && {
          authenticatorAttachment: selection.authenticatorAttachment,
        }),
        residentKey,
        requireResidentKey: residentKey === 'required',
        userVerification: verification.made,
      },
      algorithms: register.supportedAlgorithmIDs ?? ALGORITHMS,
      extensions: register.extensions,
      requireUserVerification:
        config.verifyRegistrationOptions?.requireUserVerification ??
        verification.made === 'required',
    },
    config,
  };
}
