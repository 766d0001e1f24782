import { Injectable } from '@nestjs/common';
import { CHECK_MAX_AGE } from '../cookies/default-cookies.js';
import { sha256Hex } from '../crypto/digests.js';
import { OAuthCallbackError } from '../errors/sign-in.errors.js';
import type { SessionContext } from '../request/context/session-context.js';

/**
 * Prevents a callback from being used twice. A callback is stored as used only after its code was
 * redeemed, so a forged callback stores nothing. Until then, this process remembers that it is in
 * progress, so that a second click does not redeem the code again: the provider would then revoke
 * the tokens that it issued for the first click.
 * @see RFC 6749 section 4.1.2; RFC 9700 section 4.5
 */
@Injectable()
export class CallbackUseService {
  private readonly underWay = new Set<string>();

  /**
   * Redeems a callback. Errors from `redeem` are passed on.
   * @param params - the callback's parameters, untrusted; `state`, or else `code`, identifies it
   * @throws {OAuthCallbackError} when the callback is in progress in this process or, if the
   * adapter has `spendOnce`, was used before on any instance
   */
  async once<T>(
    ctx: SessionContext,
    params: URLSearchParams,
    redeem: () => Promise<T>,
  ): Promise<T> {
    const name = params.get('state') ?? params.get('code');
    if (name === null) return redeem();
    const key = `oauth:${sha256Hex(name)}`;
    if (this.underWay.has(key)) throw usedBefore();
    this.underWay.add(key);
    try {
      const redeemed = await redeem();
      await spend(ctx, key);
      return redeemed;
    } finally {
      this.underWay.delete(key);
    }
  }
}

async function spend({ config: { adapter } }: SessionContext, key: string): Promise<void> {
  if (!adapter?.has('spendOnce')) return;
  const expires = new Date(Date.now() + CHECK_MAX_AGE * 1000);
  if (!(await adapter.spendOnce({ key, expires }))) throw usedBefore();
}

function usedBefore(): OAuthCallbackError {
  return new OAuthCallbackError('the callback was used before');
}
