import { Injectable } from '@nestjs/common';
import { userSubject } from '../feature-port/challenge.js';
import { ChallengesService } from '../feature-port/challenges.service.js';
import type { VerifiedIdentity } from '../feature-port/verified-identity.js';
import { pick } from '../model/pick.js';
import type { SessionContext } from '../request/context/session-context.js';

/** Lifetime, in seconds. */
const LIFE = 15 * 60;
const PURPOSE = 'sign-in';

/** A sign-in that waits for a step of a feature. It is no session. */
export interface PendingSignIn {
  readonly identity: VerifiedIdentity;
  /** Id of the stored user; null for a new one, and for one of the application's own list. */
  readonly userId: string | null;
  /** Name of the feature. */
  readonly by: string;
  /** When the sign-in began, in milliseconds since the epoch. */
  readonly start: number;
}

/** Keeps sign-ins that wait, the newest of a browser. */
@Injectable()
export class PendingSignInsService {
  constructor(private readonly challenges: ChallengesService) {}

  /** @throws {AuthError} if what the provider or `authorize` returned cannot be stored */
  async keep(ctx: SessionContext, pending: PendingSignIn): Promise<void> {
    await this.challenges.issue<PendingSignIn>(ctx, {
      purpose: PURPOSE,
      subject: pending.userId === null ? null : userSubject(pending.userId),
      data: { ...pending, identity: dataOf(ctx, pending.identity) },
      life: LIFE,
      to: 'browser',
    });
  }

  /** Returns the sign-in that waits for a feature in this browser, if there is one. */
  async look(ctx: SessionContext, by: string): Promise<PendingSignIn | null> {
    const found = await this.challenges.look<PendingSignIn>(ctx, PURPOSE);
    return found?.data.by === by ? found.data : null;
  }

  /** Like {@link look}, and ends it: of several requests, one gets it. */
  async take(ctx: SessionContext, by: string): Promise<PendingSignIn | null> {
    if (!(await this.look(ctx, by))) return null;
    return (await this.challenges.redeem<PendingSignIn>(ctx, PURPOSE))?.data ?? null;
  }

  /** Forgets what waits in this browser. Never rejects: without its cookie it is of no use. */
  async drop(ctx: SessionContext): Promise<void> {
    await this.challenges.drop(ctx, PURPOSE);
  }
}

/** Returns what is kept of an identity: of a form only declared fields, and never a password. */
function dataOf({ config }: SessionContext, identity: VerifiedIdentity): VerifiedIdentity {
  const { verifyAgain: _function, credentials, ...data } = identity;
  const provider = config.providers.get(identity.account.provider);
  if (!credentials || provider?.type !== 'credentials') return data;
  const fields = Object.entries(provider.credentials).filter(([, { type }]) => type !== 'password');
  return {
    ...data,
    credentials: pick(
      credentials,
      fields.map(([name]) => name),
    ),
  };
}
