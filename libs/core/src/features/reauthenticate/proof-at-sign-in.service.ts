import { Injectable } from '@nestjs/common';
import type { AdapterUser } from '../../adapter/adapter-rows.js';
import type { ActionContext } from '../../request/context/action-context.js';
import type { SessionFacts } from '../../feature-port/session-facts.js';
import type { Slots } from '../../feature-port/slots.js';
import type { VerifiedIdentity } from '../../feature-port/verified-identity.js';
import { type MaybePromise, whenReady } from '../../model/maybe-promise.js';
import type { ProviderType } from '../../model/provider-type.js';
import { provenAt } from './proven-at.js';
import { ReauthenticationService } from './reauthentication.service.js';

type Opening = Slots['opening'];

/** What the user has shown, by the kind of sign-in. @see RFC 8176 */
const WAYS: Readonly<Record<ProviderType, readonly string[]>> = {
  credentials: ['pwd'],
  email: ['email'],
  oauth: ['fed'],
  oidc: ['fed'],
  webauthn: ['swk'],
};

/** Notes with a session how and when its user proved who they are. */
@Injectable()
export class ProofAtSignInService implements Opening {
  constructor(private readonly again: ReauthenticationService) {}

  /** @throws {AccountNotLinked} if the user of a session should prove who they are, and others do */
  run(
    ctx: ActionContext,
    identity: VerifiedIdentity,
    user: AdapterUser | null,
  ): MaybePromise<SessionFacts> {
    const before = this.again.take(ctx, identity, user);
    return whenReady(before, (ways = []) => proof(ctx, identity, ways));
  }
}

function proof(
  { config, start }: ActionContext,
  identity: VerifiedIdentity,
  before: readonly string[],
): SessionFacts {
  const amr = [...new Set([...before, ...(identity.amr ?? WAYS[identity.account.type])])];
  const authTime = new Date(Math.min(start, provenAt(identity) ?? start));
  const canStore = config.adapter?.columns.has('sessions.authTime') === true;
  return {
    claims: { amr, auth_at: Math.floor(authTime.getTime() / 1000) },
    ...(canStore && { columns: { amr: amr.join(' '), authTime } }),
  };
}
