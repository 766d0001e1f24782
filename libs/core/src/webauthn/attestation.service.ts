import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../exchange/auth-context.js';
import { CurrentSessionService } from '../session/current-session.service.js';
import type { VerifiedIdentity } from '../sign-in/sign-in-flow.port.js';
import { type PasskeyCallback, spend } from './assertion.service.js';
import { refusingPasskey, refusePasskey } from './refuse-passkey.js';
import { relyingPartyOf } from './relying-party.js';
import { WebAuthnChallengeService } from './webauthn-challenge.service.js';
import { WebAuthnLibraryService } from './webauthn-library.service.js';
import type { AttestationResponse } from './webauthn.form.js';

/** Verifies a new passkey. @see WebAuthn section 7.1 */
@Injectable()
export class AttestationService {
  constructor(
    private readonly library: WebAuthnLibraryService,
    private readonly challenges: WebAuthnChallengeService,
    private readonly sessions: CurrentSessionService,
  ) {}

  /** @throws {WebAuthnVerificationError} */
  async verify(
    callback: PasskeyCallback,
    response: AttestationResponse,
  ): Promise<VerifiedIdentity> {
    const { ctx, provider, challenge } = callback;
    const { registerData } = challenge;
    if (!registerData) throw refusePasskey('the challenge was not issued for a registration');
    const party = await relyingPartyOf(ctx, provider);
    const made = await refusingPasskey(() =>
      this.library.verifyRegistration(response, {
        challenge: challenge.challenge,
        party,
        provider,
      }),
    );
    const startedBy = challenge.registers === 'session' ? registerData.id : null;
    await this.assertSamePerson(ctx, startedBy);
    await spend(callback, this.challenges);
    const credentialID = Buffer.from(response.id).toString('base64');
    return {
      user: { ...registerData },
      startedBy,
      account: { provider: provider.id, providerAccountId: credentialID, type: 'webauthn' },
      authenticator: {
        credentialID,
        providerAccountId: credentialID,
        credentialPublicKey: Buffer.from(made.publicKey).toString('base64'),
        counter: made.counter,
        credentialDeviceType: made.deviceType,
        credentialBackedUp: made.backedUp,
        transports: response.transports.length > 0 ? response.transports.join(',') : null,
      },
    };
  }

  /** Refuses a registration that began for another user, or before a sign-in or sign-out. */
  private async assertSamePerson(ctx: AuthContext, startedBy: string | null): Promise<void> {
    const current = await this.sessions.currentUser(ctx);
    if ((current?.id ?? null) !== startedBy) {
      throw refusePasskey(
        'the signed-in user has changed since the registration began',
        undefined,
        current?.id,
      );
    }
  }
}
