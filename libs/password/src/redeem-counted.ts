import { Verification } from '@authnest/core';
import type {
  ActionContext,
  ChallengesService,
  FoundChallenge,
  LimitsService,
} from '@authnest/core/feature';

/** What is redeemed, and by what. */
interface Redemption {
  readonly purpose: 'register' | 'reset';
  readonly email: string;
  /** As typed; undefined for a link. */
  readonly code?: string | undefined;
  /** Costly work, before which the attempt is counted. */
  readonly before: () => Promise<void>;
}

/** Redeems a link or a code. @returns null if it is wrong, used or expired */
export async function redeemCounted<T>(
  ctx: ActionContext,
  { limits, challenges }: { limits: LimitsService; challenges: ChallengesService },
  { purpose, email, code, before }: Redemption,
): Promise<FoundChallenge<T> | null> {
  const attempt = { work: 'tokens', identifier: email, everywhere: 'spare' } as const;
  try {
    return await limits.attempt(ctx, attempt, async () => {
      await before();
      const redeemed = await challenges.redeem<T>(ctx, purpose, { code });
      if (!redeemed) throw new Verification('the link or the code is wrong, used or expired');
      return redeemed;
    });
  } catch (thrown) {
    if (thrown instanceof Verification) return null;
    throw thrown;
  }
}
