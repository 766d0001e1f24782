import { Injectable } from '@nestjs/common';
import type { AdapterAccount, AdapterAuthenticator, AdapterUser } from '../adapter/adapter-rows.js';
import { constantTimeEqual, sha256Hex } from '../crypto/digests.js';
import { AdapterError } from '../errors/internal.errors.js';
import { amrOf } from './amr-of.js';
import type { ActionContext } from '../request/context/action-context.js';
import type { ResolvedWebAuthnProvider } from '../provider/resolved-provider.js';
import type { VerifiedIdentity } from '../feature-port/verified-identity.js';
import { adapterOf } from './call-options.js';
import { refusingPasskey, refusePasskey } from './refuse-passkey.js';
import { relyingPartyOf } from './relying-party.js';
import { UserHandleService } from './user-handle.service.js';
import { type Challenge, WebAuthnChallengeService } from './webauthn-challenge.service.js';
import { type UsedCredential, WebAuthnLibraryService } from './webauthn-library.service.js';
import type { AssertionResponse } from './webauthn.form.js';

/** A callback, and the challenge that it responds to. */
export interface PasskeyCallback {
  readonly ctx: ActionContext;
  readonly provider: ResolvedWebAuthnProvider;
  readonly challenge: Challenge;
}

/** The owner of a credential. */
interface Owner {
  readonly user: AdapterUser;
  readonly account: AdapterAccount;
}

/** Finds the user who signs in with a passkey. @see WebAuthn section 7.2 */
@Injectable()
export class AssertionService {
  constructor(
    private readonly library: WebAuthnLibraryService,
    private readonly challenges: WebAuthnChallengeService,
    private readonly handles: UserHandleService,
  ) {}

  /** @throws {WebAuthnVerificationError} */
  async verify(callback: PasskeyCallback, response: AssertionResponse): Promise<VerifiedIdentity> {
    const { ctx, provider, challenge } = callback;
    const stored = await adapterOf(ctx).getAuthenticator(
      Buffer.from(response.id).toString('base64'),
    );
    if (!stored) throw refusePasskey('the credential is not known');
    if (challenge.registerData) throw refusePasskey('the challenge was issued for a registration');
    const party = await relyingPartyOf(ctx, provider);
    const used = await refusingPasskey(() =>
      this.library.verifyAuthentication(response, stored, {
        challenge: challenge.challenge,
        party,
        provider,
      }),
    );
    if (used.deviceType !== stored.credentialDeviceType) {
      throw refusePasskey('the backup eligibility of the credential has changed');
    }
    const owner = await this.ownerOf(callback, stored);
    await this.assertMeant(callback, owner, response);
    await spend(callback, this.challenges);
    await keepUse(ctx, stored, used);
    return { user: owner.user, account: owner.account, amr: amrOf(used) };
  }

  private async ownerOf(
    { ctx, provider }: PasskeyCallback,
    { providerAccountId, userId }: AdapterAuthenticator,
  ): Promise<Owner> {
    const adapter = adapterOf(ctx);
    const account = await adapter.getAccount(providerAccountId, provider.id);
    const user = account && (await adapter.getUser(account.userId));
    if (!user || user.id !== userId) throw refusePasskey('the credential has no matching user');
    return { user, account };
  }

  /** Checks that the credential belongs to the user named by the options and the authenticator. */
  private async assertMeant(
    { ctx, challenge }: PasskeyCallback,
    { user }: Owner,
    { userHandle }: AssertionResponse,
  ): Promise<void> {
    const { allowed } = challenge;
    if (allowed !== undefined && !constantTimeEqual(allowed, sha256Hex(user.id))) {
      throw refusePasskey(
        'the credential is not one of those that the options allow',
        undefined,
        user.id,
      );
    }
    const handleId = userHandle === undefined ? undefined : this.handles.read(ctx, userHandle);
    if (handleId === undefined || handleId === user.id) return;
    // A store that assigns its own ids has no user with the id that we generated.
    if (await adapterOf(ctx).getUser(handleId)) {
      throw refusePasskey('the user handle belongs to another user', undefined, user.id);
    }
  }
}

/** @throws {WebAuthnVerificationError} when the challenge was used before; not for store errors */
export async function spend(
  { ctx, challenge }: PasskeyCallback,
  challenges: WebAuthnChallengeService,
): Promise<void> {
  try {
    await challenges.spend(ctx, challenge);
  } catch (thrown) {
    throw thrown instanceof AdapterError ? thrown : refusePasskey('spent', thrown);
  }
}

/**
 * Stores the counter; in the same step, the adapter checks that it has increased.
 * @see WebAuthn sections 6.1.1, 7.2 step 22
 */
async function keepUse(
  ctx: ActionContext,
  { credentialID, userId, credentialBackedUp }: AdapterAuthenticator,
  { counter, backedUp }: UsedCredential,
): Promise<void> {
  const adapter = adapterOf(ctx);
  try {
    await adapter.updateAuthenticatorCounter(credentialID, counter);
  } catch (thrown) {
    const now = await adapter.getAuthenticator(credentialID);
    if (!now || now.counter >= Math.max(counter, 1)) {
      throw refusePasskey(
        'the signature counter did not increase; the authenticator may have been cloned',
        thrown,
        userId,
      );
    }
    throw thrown;
  }
  if (backedUp !== credentialBackedUp && adapter.has('updateAuthenticator')) {
    await adapter.updateAuthenticator({ credentialID, credentialBackedUp: backedUp });
  }
}
