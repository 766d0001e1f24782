import { Injectable } from '@nestjs/common';
import type { AdapterUser } from '../adapter/adapter-rows.js';
import type { ActionContext } from '../request/context/action-context.js';
import type { User } from '../model/user.js';
import { CurrentSessionService } from '../session/current/current-session.service.js';
import type { VerifiedIdentity } from '../feature-port/verified-identity.js';
import { type PasskeyCallback, spend } from './assertion.service.js';
import { DecoyCredentialsService } from './decoy-credentials.service.js';
import { refusingPasskey, refusePasskey } from './refuse-passkey.js';
import { relyingPartyOf } from './relying-party.js';
import { WebAuthnChallengeService } from './webauthn-challenge.service.js';
import { amrOf } from './amr-of.js';
import { WebAuthnLibraryService } from './webauthn-library.service.js';
import type { AttestationResponse } from './webauthn.form.js';

/** Verifies a new passkey. @see WebAuthn section 7.1 */
@Injectable()
export class AttestationService {
  constructor(
    private readonly library: WebAuthnLibraryService,
    private readonly challenges: WebAuthnChallengeService,
    private readonly sessions: CurrentSessionService,
    private readonly decoys: DecoyCredentialsService,
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
    const current = await this.samePerson(ctx, startedBy);
    await spend(callback, this.challenges);
    const credentialID = Buffer.from(response.id).toString('base64');
    return {
      user: current ? described(current) : { ...registerData },
      startedBy,
      amr: amrOf(made),
      isTaken: this.decoys.includes(ctx, response.id),
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

  /**
   * Returns the user who is signed in; null if nobody is.
   * @throws {WebAuthnVerificationError} when the registration began for another user, or before a
   * sign-in or sign-out
   */
  private async samePerson(
    ctx: ActionContext,
    startedBy: string | null,
  ): Promise<AdapterUser | null> {
    const current = await this.sessions.currentUser(ctx);
    if ((current?.id ?? null) === startedBy) return current;
    throw refusePasskey(
      'the signed-in user has changed since the registration began',
      undefined,
      current?.id,
    );
  }
}

/** Returns the members that a new user would have. */
function described({ id, name, email, image }: AdapterUser): User {
  return { id, name, email, image };
}
