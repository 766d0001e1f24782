import { Injectable } from '@nestjs/common';
import { InvalidProvider } from '../errors/internal.errors.js';
import { actionUrl } from '../request/redirects/request-urls.js';
import type { ActionContext } from '../request/context/action-context.js';
import { type ActionResult, redirectTo } from '../request/context/auth-response.js';
import { LimitsService } from '../limits/limits.service.js';
import type { VerifiedIdentity } from '../feature-port/verified-identity.js';
import type { SignInFlow } from '../sign-in/sign-in-flow.port.js';
import type { ResolvedWebAuthnProvider } from '../provider/resolved-provider.js';
import { AssertionService } from './assertion.service.js';
import { AttestationService } from './attestation.service.js';
import { refusingPasskey } from './refuse-passkey.js';
import { WebAuthnChallengeService } from './webauthn-challenge.service.js';
import { parseWebAuthnForm } from './webauthn.form.js';

/** Sign-in with a passkey, and registration of a passkey. @see docs/design/wire-contract.md 7.5 */
@Injectable()
export class WebAuthnFlow implements SignInFlow {
  readonly types = ['webauthn'] as const;
  readonly callbackCsrf = 'required';

  constructor(
    private readonly challenges: WebAuthnChallengeService,
    private readonly assertions: AssertionService,
    private readonly attestations: AttestationService,
    private readonly limits: LimitsService,
  ) {}

  /** Redirects to the page with the form, which posts to the callback. */
  async start(ctx: ActionContext): Promise<ActionResult> {
    return redirectTo(actionUrl(ctx, 'signin'));
  }

  /** @throws {WebAuthnVerificationError} with the same message for every cause, which is logged */
  async verify(ctx: ActionContext): Promise<VerifiedIdentity> {
    const { provider, request } = ctx;
    if (provider?.type !== 'webauthn' || request.method !== 'POST') {
      throw new InvalidProvider('sign-in with a passkey requires POST');
    }
    return this.limits.attempt(ctx, { work: 'passkeys' }, () => this.check(ctx, provider));
  }

  private async check(
    ctx: ActionContext,
    provider: ResolvedWebAuthnProvider,
  ): Promise<VerifiedIdentity> {
    const form = parseWebAuthnForm(ctx.request.body);
    const challenge = await refusingPasskey(async () => this.challenges.take(ctx, provider.id));
    const callback = { ctx, provider, challenge };
    return form.action === 'authenticate'
      ? this.assertions.verify(callback, form.response)
      : this.attestations.verify(callback, form.response);
  }
}
