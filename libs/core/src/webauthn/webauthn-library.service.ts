import { Injectable } from '@nestjs/common';
import type { AdapterAuthenticator } from '../adapter/adapter-rows.js';
import type { ResolvedWebAuthnProvider } from '../provider/resolved-provider.js';
import type { ResolvedRelyingParty } from './relying-party.js';
import type {
  AssertionResponse,
  AttestationResponse,
  CredentialResponse,
} from './webauthn.form.js';

/** The values that a response must match. */
export interface Expectation {
  readonly challenge: string;
  readonly party: ResolvedRelyingParty;
  readonly provider: ResolvedWebAuthnProvider;
}

/** A credential that an authenticator has just created. */
export interface MadeCredential {
  /** Whether the authenticator has verified the person. */
  readonly isVerified: boolean;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly deviceType: string;
  readonly backedUp: boolean;
}

/** The data that an authenticator reports each time it is used. */
export interface UsedCredential {
  readonly isVerified: boolean;
  readonly counter: number;
  readonly deviceType: string;
  readonly backedUp: boolean;
}

/** `{ fmt: 'none', attStmt: {}, authData: … }` up to the length of `authData`. @see WebAuthn 8.7 */
const UNATTESTED = Buffer.concat([
  Buffer.from([0xa3, 0x63]),
  Buffer.from('fmt'),
  Buffer.from([0x64]),
  Buffer.from('none'),
  Buffer.from([0x67]),
  Buffer.from('attStmt'),
  Buffer.from([0xa0, 0x68]),
  Buffer.from('authData'),
]);

/**
 * Verifies responses with SimpleWebAuthn, which is loaded when the first passkey is used: an
 * application without passkeys neither waits for it nor keeps it in memory.
 */
@Injectable()
export class WebAuthnLibraryService {
  /**
   * @throws {Error} when the response does not match the expectation
   * @see WebAuthn section 7.1
   */
  async verifyRegistration(
    response: AttestationResponse,
    { challenge, party, provider }: Expectation,
  ): Promise<MadeCredential> {
    assertNotEmbedded(response);
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    const { algorithms, requireUserVerification } = provider.registration;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...credentialOf(response),
        response: {
          clientDataJSON: textOf(response.clientDataJSON),
          attestationObject: textOf(unattested(response.authenticatorData)),
        },
      },
      expectedChallenge: challenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.id,
      requireUserVerification,
      supportedAlgorithmIDs: [...algorithms],
    });
    if (!verified) throw new Error('the registration response is not valid');
    const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo;
    return {
      isVerified: registrationInfo.userVerified,
      publicKey: credential.publicKey,
      counter: credential.counter,
      deviceType: credentialDeviceType,
      backedUp: credentialBackedUp,
    };
  }

  /**
   * @throws {Error} when the response does not match the expectation, or is from another credential
   * @see WebAuthn section 7.2
   */
  async verifyAuthentication(
    response: AssertionResponse,
    stored: AdapterAuthenticator,
    { challenge, party, provider }: Expectation,
  ): Promise<UsedCredential> {
    assertNotEmbedded(response);
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...credentialOf(response),
        response: {
          clientDataJSON: textOf(response.clientDataJSON),
          authenticatorData: textOf(response.authenticatorData),
          signature: textOf(response.signature),
        },
      },
      credential: {
        id: textOf(response.id),
        publicKey: new Uint8Array(Buffer.from(stored.credentialPublicKey, 'base64')),
        counter: stored.counter,
      },
      expectedChallenge: challenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.id,
      requireUserVerification: provider.authentication.requireUserVerification,
    });
    if (!verified) throw new Error('the signature is not valid');
    const { newCounter, credentialDeviceType, credentialBackedUp } = authenticationInfo;
    return {
      isVerified: authenticationInfo.userVerified,
      counter: newCounter,
      deviceType: credentialDeviceType,
      backedUp: credentialBackedUp,
    };
  }
}

/**
 * Refuses responses from a frame in a page of another site.
 * @see docs/design/security-bar.md G06
 */
function assertNotEmbedded({ clientData }: CredentialResponse): void {
  if (clientData.embedded) throw new Error('the response comes from a frame of another site');
}

function credentialOf({ id }: CredentialResponse) {
  const text = textOf(id);
  return { id: text, rawId: text, type: 'public-key' as const, clientExtensionResults: {} };
}

/**
 * Replaces the attestation of an authenticator, which is not requested, not trusted and not even
 * read: its certificates contain addresses that a verifier would call.
 * @see docs/design/security-bar.md A54
 */
function unattested(authenticatorData: Uint8Array): Uint8Array {
  const length = Buffer.alloc(3);
  length.writeUInt8(0x59);
  length.writeUInt16BE(authenticatorData.length, 1);
  return Buffer.concat([UNATTESTED, length, authenticatorData]);
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}
